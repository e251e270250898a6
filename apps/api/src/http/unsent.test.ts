import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
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

type Asked = {
  bytes: number;
  account?: string;
  kept?: true;
  method?: 'GET' | 'HEAD';
  headers?: string;
};

function textOf({ headers = '', method = 'GET', ...query }: Asked): string {
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return `${method} /?${search.join('&')} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`;
}

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
  const count = boundUnsent(app, door);
  app.get<{ Querystring: Record<string, string> }>('/', async (request, reply) => {
    const { bytes = '0', account, kept } = request.query;
    request.accountId = account;
    void reply.type('text/plain');
    if (kept !== undefined) return reply.send(Buffer.alloc(Number(bytes), 'x'));
    // As a batch does while it is made.
    count(request, Number(bytes) / 2);
    // Random bytes, which hardly compress.
    return reply.send(randomBytes(Number(bytes) * 0.75).toString('base64'));
  });
  const inPieces: boolean[] = [];
  app.addHook('onSend', (_request, _reply, payload, done) => {
    inPieces.push(payload instanceof Readable);
    done(null, payload);
  });
  const ended = new Set<number | undefined>();
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => {
    const { remotePort } = socket;
    sockets.push(socket);
    socket.once('close', () => ended.add(remotePort));
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const clients: Socket[] = [];

  /** A client that asks and reads nothing. The answer comes some time later. */
  async function ask(asked: Asked): Promise<Socket> {
    const socket = connect(port, '127.0.0.1').pause();
    clients.push(socket);
    socket.on('error', () => {});
    socket.write(textOf(asked));
    await once(socket, 'connect');
    return socket;
  }
  const held = async () => readMetric(metrics, 'namecard_unsent_bytes');
  return {
    ask,
    held,
    /** Whether each answer so far takes turns. */
    inPieces,
    /** Bytes of all answers that were written, also if they wait to be sent. */
    written: () => sockets.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
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
    const socket = await server.hold({ bytes: 44 * mebibyte, headers: last });
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
    const headers = 'accept-encoding: gzip\r\n';
    const socket = await server.ask({ bytes: 12 * mebibyte, headers });
    await expect.poll(server.held, poll).toBe(12.25 * mebibyte);
    // It is compressed at once.
    socket.write(textOf({ bytes: 8_000, headers }));
    await expect.poll(server.held, poll).toBe(12.25 * mebibyte + 8_000);
  });

  it('end the largest connection of the account that holds most', async () => {
    await using server = await startServer();
    const other = await server.hold({ bytes: 20 * mebibyte, account: 'other' });
    const smaller = await server.hold({ bytes: 14 * mebibyte, account: 'one' });
    const larger = await server.ask({ bytes: 0 });
    await once(larger.resume(), 'data');
    larger.pause().write(textOf({ bytes: 16 * mebibyte, account: 'one' }));
    await expect.poll(server.held, poll).toBe(50 * mebibyte);
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

  it('end as many connections as the newest needs, its own too', async () => {
    await using server = await startServer();
    const others = await Promise.all(
      [1, 2].map(() => server.hold({ bytes: 30 * mebibyte, account: 'one' })),
    );
    const own = await server.ask({ bytes: 0 });
    own.write(textOf({ bytes: 70 * mebibyte, account: 'two' }));
    await expect
      .poll(() => [...others, own].map(server.isEnded), poll)
      .toEqual([true, true, true]);
    expect(await server.held()).toBe(0);
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

describe('answers that are kept for everybody', () => {
  it('are sent in pieces: two of 64 KiB in a millisecond', async () => {
    await using server = await startServer();
    const length = mebibyte / 2;
    const asked = { bytes: length, kept: true as const, headers: last };
    const clients = await Promise.all(
      Array.from({ length: 60 }, () => server.ask(asked)),
    );
    const answers = Promise.all(clients.map(readAll));
    const times: number[] = [];
    let [before, most] = [0, 0];
    while (before < 60 * length) {
      await nextTurn();
      const written = server.written();
      if (written > before) times.push(performance.now());
      most = Math.max(most, written - before);
      before = written;
    }
    // A turn may begin before we look, and another after it.
    expect(most).toBeLessThan(2 * 3 * 64 * 1024);
    // Ten turns later. A timer may be early by less than a millisecond.
    const later = times.slice(10).map((time, index) => time - (times[index] ?? 0));
    expect(Math.min(...later)).toBeGreaterThan(7);
    for (const answer of await answers) {
      expect(answer).toContain(`content-length: ${length}\r\n`);
      expect(answer.split('\r\n\r\n')[1]).toHaveLength(length);
    }
  });

  it('have their length for HEAD too, which takes no turn', async () => {
    await using server = await startServer();
    const asked = { bytes: mebibyte, kept: true as const, headers: last };
    const head = await readAll(await server.ask({ ...asked, method: 'HEAD' }));
    expect(head).toContain(`content-length: ${mebibyte}\r\n`);
    await readAll(await server.ask(asked));
    expect(server.inPieces).toEqual([false, true]);
  });

  it('hold no memory of their own', async () => {
    await using server = await startServer();
    const asked = { bytes: 20 * mebibyte, kept: true as const };
    const clients = await Promise.all(Array.from({ length: 4 }, () => server.ask(asked)));
    await expect.poll(server.written, poll).toBeGreaterThan(4 * 64 * 1024);
    expect(await server.held()).toBe(0);
    expect(clients.map(server.isEnded)).not.toContain(true);
  });
});
