import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { useTestDatabase } from '@namecard/db/testing';
import {
  fetchJson,
  makeDataDirectory,
  nodeFlags,
  requestCode,
  runService,
  testSecretKey,
} from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const database = useTestDatabase();

const tracing = join(import.meta.dirname, 'tracing.ts');

const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
});

const Traces = z.object({
  resourceSpans: z.array(
    z.object({ scopeSpans: z.array(z.object({ spans: z.array(Span) })) }),
  ),
});

type Span = z.infer<typeof Span>;

/** A collector that accepts and keeps everything. */
async function startCollector() {
  const bodies: string[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    bodies.push(await text(request));
    response.setHeader('content-type', 'application/json').end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = z.object({ port: z.number() }).parse(server.address());
  const spans = (): Span[] =>
    bodies
      .flatMap((body) => Traces.parse(JSON.parse(body)).resourceSpans)
      .flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return {
    url: `http://127.0.0.1:${address.port}`,
    all: () => bodies.join('\n'),
    spans,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

/** The names of a span and its parents, outermost first. */
function wayTo(span: Span, spans: readonly Span[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  return [...(parent ? wayTo(parent, spans) : []), span.name];
}

describe('with an OTLP endpoint', () => {
  it('a call is traced from the request to its statements, without what the client sent', async () => {
    await using collector = await startCollector();
    await using directory = await makeDataDirectory();
    await using main = runService(
      {
        DATA_DIR: directory.path,
        DATABASE_URL: database().url,
        SECRET_KEY: testSecretKey,
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      },
      { flags: [...nodeFlags, '--import', tracing] },
    );
    const service = await main.ready;
    const api = `${service.origin}/api/v1`;
    const otp = await requestCode(service, 'ann@example.com');
    const json = { email: 'ann@example.com', otp };
    const wrong = { ...json, otp: otp === '000000' ? '111111' : '000000' };
    await fetchJson(`${api}/auth/verify-code`, { json: wrong });
    const { body } = await fetchJson(`${api}/auth/verify-code`, { json });
    const { token } = z
      .object({ data: z.object({ token: z.string() }) })
      .parse(body).data;
    await fetchJson(`${api}/profiles/a-name-that-is-asked-for?q=a-query`, { token });
    // Through an entity: MikroORM then writes values into the statement.
    await fetchJson(`${api}/profiles`, {
      token,
      json: { username: 'my-card', referral: '' },
    });
    const place = { latitude: 12.345678, longitude: 98.765432 };
    const moved = await fetchJson(`${api}/profiles/my-card/location`, {
      method: 'PATCH',
      token,
      json: { location: place },
    });
    expect(moved.status).toBe(200);
    expect(await main.stop()).toBe(0);
    const spans = collector.spans();
    const ways = spans.map((span) => wayTo(span, spans).join(' > '));
    expect(
      ways.filter((way) => /^request > .*auth\.verifyCode > .*pg\.query/.test(way)),
    ).not.toEqual([]);
    expect(ways.filter((way) => /^request > .*profiles\.read$/.test(way))).toHaveLength(
      1,
    );
    expect(ways.filter((way) => way.startsWith('pg'))).toEqual([]);
    for (const secret of [
      token,
      'ann@',
      'a-name-that',
      'a-query',
      '12.345',
      testSecretKey,
    ]) {
      expect(collector.all()).not.toContain(secret);
    }
    // Timestamps contain as many digits and more, so this needs word boundaries.
    expect(collector.all()).not.toMatch(new RegExp(`\\b(${otp}|${wrong.otp})\\b`));
  });
});

describe('without an endpoint', () => {
  /** The number of OpenTelemetry modules that a process loads with tracing.ts. */
  async function loaded(env: Record<string, string>): Promise<number> {
    const program = `
      import { createRequire } from 'node:module';
      const names = Object.keys(createRequire(import.meta.url).cache);
      console.log(names.filter((name) => name.includes('opentelemetry')).length);
      process.exit();
    `;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', tracing, '--input-type=module', '-e', program],
      { env: { PATH: process.env['PATH'], ...env }, cwd: import.meta.dirname },
    );
    return Number(stdout);
  }

  it('nothing of OpenTelemetry is loaded', async () => {
    expect(
      await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
    ).toBeGreaterThan(9);
    expect(await loaded({})).toBe(0);
  });
});
