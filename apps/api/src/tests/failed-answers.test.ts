import { once } from 'node:events';
import { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { fetchJson } from '@namecard/testing';
import { fastify } from 'fastify';
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { FailureLog } from '../http/failure-log.ts';
import { readMetric } from '../testing/read-metric.ts';
import { useService } from '../testing/start-service.ts';

const lines: string[] = [];
const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
const service = useService({ logger });

afterEach(() => vi.restoreAllMocks());

async function internalErrors(): Promise<number> {
  const { metrics } = service().service.parts;
  const labels = { reason: 'INTERNAL' };
  return (await readMetric(metrics, 'namecard_errors_total', labels)) ?? Number.NaN;
}

it.each(['/api/v1/openapi.json', '/sign-in', '/me/account/sessions', '/docs'])(
  'a failure while %s is sent is the one error body, counted and logged once',
  async (path) => {
    const before = await internalErrors();
    lines.length = 0;
    vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementationOnce(() => {
      throw new Error('the header is odd');
    });
    const { status, body } = await fetchJson(`${service().origin}${path}`);
    expect([status, body]).toMatchObject([500, { reason: 'INTERNAL' }]);
    expect(await internalErrors()).toBe(before + 1);
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual([
      'the header is odd',
    ]);
  },
);

it('a failure while an error is sent is the same', async () => {
  const before = await internalErrors();
  lines.length = 0;
  vi.spyOn(ServerResponse.prototype, 'writeHead').mockImplementationOnce(() => {
    throw new Error('the header is odd');
  });
  const { status, body } = await fetchJson(`${service().origin}/api/v1/users/me`);
  expect([status, body]).toMatchObject([500, { reason: 'INTERNAL' }]);
  expect(await internalErrors()).toBe(before + 1);
  expect(lines).toHaveLength(1);
});

it('a stream that fails in the middle of an answer is reported', async () => {
  const failures: unknown[] = [];
  const logController = new FailureLog(
    (error) => failures.push(error),
    () => undefined,
  );
  const app = fastify({ logController });
  const failure = new Error('the stream is odd');
  app.get('/', (_, reply) => {
    const stream = new Readable({ read() {} });
    stream.push('begun');
    reply.raw.once('pipe', () => setImmediate(() => stream.destroy(failure)));
    return reply.send(stream);
  });
  await expect(app.inject('/')).rejects.toThrow('destroyed');
  expect(failures).toEqual([failure]);
});

it('a client that leaves in the middle of an answer is no failure', async () => {
  const { origin, service: running } = service();
  await fetchJson(`${origin}/docs/viewer.js`, { method: 'HEAD' });
  const before = await internalErrors();
  lines.length = 0;
  const client = connect(Number(new URL(origin).port), '127.0.0.1');
  client.write('GET /docs/viewer.js HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(client, 'data');
  client.resetAndDestroy();
  const open = async () =>
    readMetric(running.parts.metrics, 'namecard_unanswered_requests');
  await expect.poll(open).toBe(0);
  expect([await internalErrors(), lines]).toEqual([before, []]);
});
