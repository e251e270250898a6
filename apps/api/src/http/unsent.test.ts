import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { answerErrors, serverOptions } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { fastify } from 'fastify';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { compressAnswers } from './compression.ts';
import { readMetric } from '../testing/read-metric.ts';
import { Metrics } from '../watch/metrics.ts';
import { createTelemetry } from '../watch/telemetry.ts';
import { Door } from './door.ts';
import { readPeers } from './peers.ts';
import { boundUnsent } from './unsent.ts';

const mebibyte = 1024 * 1024;
const poll = { timeout: 60_000 };

type Asked = { bytes: number; account?: string; headers?: string };

/** A server whose clients choose the answer's size and account. */
async function startServer() {
  const metrics = new Metrics();
  const telemetry = createTelemetry(pino({ level: 'silent' }), { metrics });
  const door = new Door({ peers: readPeers([]), telemetry, metrics });
  const options = serverOptions({ errors: answerReason });
  const app = fastify({ ...options, serverFactory: door.serverFactory(options) });
  app.decorateRequest('clientAddress', undefined);
  answerErrors(app, { errors: answerReason, answer: () => undefined });
  await compressAnswers(app);
  boundUnsent(app, door);
  app.get<{ Querystring: Record<string, string> }>('/', async (request, reply) => {
    const { bytes = '0', account } = request.query;
    request.accountId = account;
    // Random bytes, which hardly compress.
    return reply
      .type('text/plain')
      .send(randomBytes(Number(bytes) * 0.75).toString('base64'));
  });
  const ended = new Set<number | undefined>();
  app.server.on('connection', (socket) => {
    const { remotePort } = socket;
    socket.once('close', () => ended.add(remotePort));
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const clients: Socket[] = [];

  /** A client that asks and reads nothing. The answer comes some time later. */
  async function ask({ headers = '', ...query }: Asked): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').pause();
    clients.push(socket);
    socket.on('error', () => {});
    const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    socket.write(`GET /?${search.join('&')} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
    await once(socket, 'connect');
    return socket;
  }
  const held = async () => readMetric(metrics, 'namecard_unsent_bytes');
  return {
    ask,
    held,
    /** Like `ask`, but returns when the answer is there and waits. */
    hold: async (asked: Asked) => {
      const before = (await held()) ?? 0;
      const socket = await ask(asked);
      await expect.poll(held, poll).toBeGreaterThanOrEqual(before + asked.bytes);
      return socket;
    },
    isEnded: ({ localPort }: Socket) => ended.has(localPort),
    limited: async (limit: string) =>
      readMetric(metrics, 'namecard_limited_total', { limit }),
    [Symbol.asyncDispose]: async () => {
      clients.forEach((client) => client.destroy());
      await app.close();
    },
  };
}

/** Everything that a client gets if it begins to read now. */
async function readAll(socket: Socket): Promise<string> {
  socket.resume();
  return text(socket);
}

const last = 'connection: close\r\n';

describe('answers that nobody reads', () => {
  it('count until they are read, and no longer', async () => {
    await using server = await startServer();
    const socket = await server.hold({ bytes: 8 * mebibyte, headers: last });
    await readAll(socket);
    await expect.poll(server.held, poll).toBe(0);
  });

  it('count until their client goes', async () => {
    await using server = await startServer();
    const socket = await server.hold({ bytes: 8 * mebibyte });
    socket.destroy();
    await expect.poll(server.held, poll).toBe(0);
  });

  it('count with the memory for compressing them', async () => {
    await using server = await startServer();
    await server.ask({ bytes: 12 * mebibyte, headers: 'accept-encoding: gzip\r\n' });
    await expect.poll(server.held, poll).toBeGreaterThanOrEqual(12.25 * mebibyte);
  });

  it('end the largest connection of the account that holds most', async () => {
    await using server = await startServer();
    const other = await server.hold({ bytes: 20 * mebibyte, account: 'other' });
    const smaller = await server.hold({ bytes: 14 * mebibyte, account: 'one' });
    const larger = await server.hold({ bytes: 16 * mebibyte, account: 'one' });
    const newcomer = await server.ask({
      bytes: 15 * mebibyte,
      account: 'one',
      headers: last,
    });
    await expect.poll(() => server.isEnded(larger), poll).toBe(true);
    expect([other, smaller, newcomer].map(server.isEnded)).toEqual([false, false, false]);
    expect(await server.limited('unsent_bytes')).toBe(1);
    expect((await readAll(newcomer)).length).toBeGreaterThan(15 * mebibyte);
    // The kernel drops what it holds.
    await expect(readAll(larger)).rejects.toThrow('ECONNRESET');
  });

  it('count for the network until the account is known', async () => {
    await using server = await startServer();
    const first = await server.hold({ bytes: 16 * mebibyte });
    const second = await server.hold({ bytes: 15 * mebibyte });
    const account = await server.hold({ bytes: 20 * mebibyte, account: 'one' });
    const newcomer = await server.ask({ bytes: 14 * mebibyte, account: 'two' });
    await expect.poll(() => server.isEnded(first), poll).toBe(true);
    expect([second, account, newcomer].map(server.isEnded)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
