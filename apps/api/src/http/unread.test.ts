import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerErrors, serverOptions } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { fastify } from 'fastify';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { readMetric } from '../testing/read-metric.ts';
import { Metrics } from '../watch/metrics.ts';
import { createTelemetry } from '../watch/telemetry.ts';
import { boundUnread } from './unread.ts';

const poll = { timeout: 60_000 };
const mebibyte = 1024 * 1024;

/** Bytes of a body of 60,500 that never completes. */
const half = 60_000;

const networks = Array.from({ length: 15 }, (_, index) => `203.0.${index}.1`);

/**
 * A server behind a proxy on this machine that names its clients. An empty list
 * trusts no proxy.
 */
async function startServer(trustProxy = ['127.0.0.1']) {
  const app = fastify({ ...serverOptions({ errors: answerReason }), trustProxy });
  app.decorateRequest('clientAddress', undefined);
  const metrics = new Metrics();
  const telemetry = createTelemetry(pino({ level: 'silent' }), { metrics });
  answerErrors(app, { errors: answerReason, answer: () => undefined });
  boundUnread(app, { telemetry, metrics, trustProxy });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  app.post('/', async ({ body }) => JSON.stringify(body).length);
  app.get('/', async () => 'well');
  app.get('/waits', async () => {
    await released;
    return 'well';
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const clients: Socket[] = [];
  const read = (name: string) => async () => readMetric(metrics, name);

  async function open(text = ''): Promise<Socket> {
    const socket = connect(port, '127.0.0.1');
    clients.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  }
  return {
    open,
    many: async (count: number, text: (index: number) => string) =>
      Promise.all(Array.from({ length: count }, (_, index) => open(text(index)))),
    ask: async (path = '/') => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    held: read('namecard_unread_bytes'),
    connections: read('namecard_connections'),
    limited: async (limit: string) =>
      readMetric(metrics, 'namecard_limited_total', { limit }),
    release,
    [Symbol.asyncDispose]: async () => {
      release();
      clients.forEach((client) => client.destroy());
      await app.close();
    },
  };
}

const head = (ip: string, length: number, path = '/') =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ip}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

const halfBody = (ip: string) => head(ip, 60_500) + ' '.repeat(half);

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

/**
 * Writes a body of 16 KiB in pieces. Returns the answer's status, or undefined if
 * the connection ends.
 */
async function upload(socket: Socket, ip: string): Promise<string | undefined> {
  const answer = once(socket, 'data').then(
    ([data]) => / (\d+) /.exec(String(data))?.[1],
    () => undefined,
  );
  const ended = once(socket, 'close').then(() => undefined);
  const piece = `"${' '.repeat(1_022)}",`;
  const pieces = ['[', ...Array.from({ length: 16 }, () => piece), '0]'];
  socket.write(head(ip, pieces.join('').length));
  for (const text of pieces) {
    socket.write(text);
    await sleep(100);
  }
  return Promise.race([answer, ended]);
}

describe('half-sent bodies', () => {
  it('of one network are limited: silent ones end first, and a client that keeps sending is answered', async () => {
    await using server = await startServer();
    const attacker = '203.0.113.1';
    const silent = await server.many(200, () => halfBody(attacker));
    await expect.poll(server.held, poll).toBeGreaterThanOrEqual(200 * half);
    // By now they count as silent.
    await sleep(2_100);
    const uploading = upload(await server.open(), attacker);
    const later = await server.many(400, () => halfBody(attacker));
    await expect.poll(() => later.filter(isOpen).length, poll).toBeLessThan(280);
    expect(silent.filter(isOpen)).toHaveLength(0);
    expect(await server.held()).toBeLessThanOrEqual(16 * mebibyte);
    expect(await uploading).toBe('200');
    expect(await server.limited('unread_bytes')).toBeGreaterThan(300);
    later.forEach((socket) => socket.destroy());
    await expect.poll(server.held, poll).toBe(0);
    await expect.poll(server.connections, poll).toBeLessThan(10);
  });

  it('of all networks are limited, and those of the network that holds the most end', async () => {
    await using server = await startServer();
    const bystander = await server.open(halfBody('198.51.100.1'));
    const sockets = await server.many(1_500, (index) =>
      halfBody(networks[index % 15] ?? ''),
    );
    await expect.poll(() => sockets.filter(isOpen).length, poll).toBeLessThan(1_200);
    await expect.poll(server.held, poll).toBeLessThanOrEqual(64 * mebibyte);
    expect(isOpen(bystander)).toBe(true);
  });

  it('of unnamed private addresses have only the limit for all', async () => {
    await using server = await startServer([]);
    const sockets = await server.many(400, () => halfBody('203.0.113.1'));
    await expect.poll(server.held, poll).toBeGreaterThan(400 * half);
    expect(sockets.filter(isOpen)).toHaveLength(400);
    const more = await server.many(1_000, () => halfBody('203.0.113.1'));
    await expect
      .poll(() => [...sockets, ...more].filter(isOpen).length, poll)
      .toBeLessThan(1_200);
    expect(await server.held()).toBeLessThanOrEqual(64 * mebibyte);
  });
});

describe('the bytes that a connection has received', () => {
  it.each([
    ['half a head', `GET / HTTP/1.1\r\nhost: x\r\nx-long: ${'x'.repeat(9_000)}`, 9_000],
    [
      'chunks',
      `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nea60\r\n${' '.repeat(half)}`,
      half,
    ],
    [
      'half a body behind a request that waits',
      `GET /waits HTTP/1.1\r\nhost: x\r\n\r\n${halfBody('203.0.113.1')}`,
      half,
    ],
  ])('count for %s', async (_what, text, least) => {
    await using server = await startServer();
    await server.open(text);
    await expect.poll(server.held, poll).toBeGreaterThanOrEqual(least);
  });

  it('count for a refused body', async () => {
    await using server = await startServer();
    const socket = await server.open(head('203.0.113.1', 60_500, '/no'));
    await once(socket, 'data');
    socket.write(' '.repeat(half));
    await expect.poll(server.held, poll).toBeGreaterThanOrEqual(half);
  });

  it('count for a request that Node reports by another event', async () => {
    await using server = await startServer();
    const text = halfBody('203.0.113.1').replace('host: x', 'host: x\r\nexpect: x');
    const sockets = await server.many(400, () => text);
    await expect.poll(() => sockets.filter(isOpen).length, poll).toBeLessThan(300);
    await expect.poll(server.held, poll).toBeLessThanOrEqual(16 * mebibyte);
  });

  it('may be a thousand requests, but not more', async () => {
    await using server = await startServer();
    const ask = 'GET /waits HTTP/1.1\r\nhost: x\r\n\r\n';
    const [some, many] = [
      await server.open(ask.repeat(900)),
      await server.open(ask.repeat(5_000)),
    ];
    await expect.poll(() => isOpen(many), poll).toBe(false);
    expect(isOpen(some)).toBe(true);
    await expect.poll(server.held, poll).toBeGreaterThan(900 * 8_000);
  });

  it('do not count after the answer, even if more requests follow', async () => {
    await using server = await startServer();
    const whole = head('203.0.113.1', half) + JSON.stringify(' '.repeat(half - 2));
    const socket = await server.open(whole.repeat(20));
    await expect.poll(server.held, poll).toBe(0);
    expect(isOpen(socket)).toBe(true);
    expect(await server.limited('unread_bytes')).toBe(0);
  });
});

describe('connections', () => {
  it('of one network are limited: idle ones end first, and earlier clients stay', async () => {
    await using server = await startServer();
    const ask = (path: string) =>
      `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n\r\n`;
    const before = await server.many(50, () => ask('/waits'));
    const bodies = await server.many(400, () => `${head('203.0.113.9', 100)} `);
    await expect.poll(() => bodies.filter(isOpen).length, poll).toBeLessThanOrEqual(350);
    expect(before.filter(isOpen)).toHaveLength(50);
    expect(await server.connections()).toBeLessThanOrEqual(400);
  });

  it('with a body that is too slow end before those that wait for an answer', async () => {
    await using server = await startServer();
    const slow = await server.many(300, () => `${head('203.0.113.9', 60_000)} `);
    const dripping = setInterval(() => slow.forEach((socket) => socket.write(' ')), 500);
    await sleep(2_500);
    const later = await server.many(
      150,
      () => 'GET /waits HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 203.0.113.1\r\n\r\n',
    );
    await expect.poll(() => slow.filter(isOpen).length, poll).toBeLessThanOrEqual(250);
    clearInterval(dripping);
    expect(later.filter(isOpen)).toHaveLength(150);
  });

  it('of all clients are limited, and others are served during and after them', async () => {
    await using server = await startServer();
    const idle = await server.many(4_100, () => '');
    await expect.poll(server.connections, poll).toBeLessThanOrEqual(4_000);
    expect(await server.ask()).toBe(200);
    const heads = await server.many(300, () => 'GET / HTTP/1.1\r\nhost: x\r\n');
    await expect.poll(server.connections, poll).toBeLessThanOrEqual(4_000);
    expect(heads.every(isOpen)).toBe(true);
    [...idle, ...heads].forEach((socket) => socket.destroy());
    await expect.poll(server.connections, poll).toBeLessThan(10);
    expect(await server.ask()).toBe(200);
  });
});
