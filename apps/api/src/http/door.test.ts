import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { answerErrors, serverOptions } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { fastify } from 'fastify';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { readMetric } from '../testing/read-metric.ts';
import { Metrics } from '../watch/metrics.ts';
import { createTelemetry } from '../watch/telemetry.ts';
import { Door } from './door.ts';
import type { Peers } from './peers.ts';
import { Turns } from './turns.ts';
import { createUnreadServer } from './unread-server.ts';

const poll = { timeout: 60_000 };

/** On a busy machine, opening 2,000 connections takes a while. */
const patient = { headersTimeout: 60_000, requestTimeout: 60_000 };

/** Here loopback addresses count as networks of strangers, but for these. */
const proxy = '127.9.0.1';
const insider = '127.10.0.1';

/** A server that counts the requests that its framework sees. */
async function startServer({ hasTrusted = false } = {}) {
  const peers: Peers = {
    hasTrusted,
    isTrusted: (ip) => hasTrusted && ip === proxy,
    isPrivate: (ip) => ip === insider,
  };
  const metrics = new Metrics();
  const telemetry = createTelemetry(pino({ level: 'silent' }), { metrics });
  const door = new Door({ peers, telemetry, metrics });
  const options = serverOptions({ errors: answerReason, ...patient });
  const app = fastify({ ...options, serverFactory: door.serverFactory(options) });
  app.decorateRequest('clientAddress', undefined);
  answerErrors(app, { errors: answerReason, answer: () => undefined });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const seen: string[] = [];
  const pieces: unknown[] = [];
  let made = 0;
  let newest: IncomingMessage | undefined;
  app.server.on('request', (message) => {
    made += 1;
    newest = message;
  });
  app.addHook('onRequest', (request, _reply, done) => {
    seen.push(request.url);
    request.raw.on('data', (piece) => pieces.push(piece));
    done();
  });
  app.post('/', async ({ body }) => JSON.stringify(body).length);
  app.get('/', async () => 'well');
  app.get('/large', async () => 'x'.repeat(200_000));
  const waits = async () => {
    await released;
    return 'well';
  };
  app.get('/waits', waits);
  app.post('/waits', waits);
  // As if the client read slowly: the answer has begun.
  app.get('/sends', async () => {
    const answer = new PassThrough();
    answer.write('slowly');
    void released.then(() => answer.end());
    return answer;
  });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const clients: Socket[] = [];
  const open = async (text = '', from = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from });
    clients.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.resume().write(text);
    return socket;
  };
  return {
    open,
    many: async (count: number, text = '', from = (_index: number) => '127.0.0.1') => {
      const sockets: Socket[] = [];
      while (sockets.length < count) {
        // More at once would overflow the kernel's queue.
        const piece = Math.min(100, count - sockets.length);
        const indexes = Array.from(
          { length: piece },
          (_, index) => sockets.length + index,
        );
        sockets.push(
          ...(await Promise.all(indexes.map((index) => open(text, from(index))))),
        );
      }
      return sockets;
    },
    ask: async (path = '/') => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    /** As if Node had accepted it in this moment. */
    accept: (from = '198.51.100.1') => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: from });
      app.server.emit('connection', socket);
      return socket;
    },
    seen: () => seen.length,
    seenFirst: (count: number) => seen.slice(0, count),
    made: () => made,
    /** Of bodies, as the framework reads them. */
    pieces: () => pieces,
    newest: () => newest,
    waiting: async () => readMetric(metrics, 'namecard_unanswered_requests'),
    connections: async () => readMetric(metrics, 'namecard_connections'),
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

const get = (path: string, ip = '203.0.113.1') =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ip}\r\n\r\n`;

const head = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;

/** The answers that come on the connection until it is quiet. */
function answersOf(socket: Socket): () => number {
  let text = '';
  socket.on('data', (data) => (text += String(data)));
  return () => text.split('HTTP/1.1 200').length - 1;
}

describe('requests that wait for their answer', () => {
  it('are ten on a connection, and all are answered in order', async () => {
    await using server = await startServer();
    const socket = await server.open(get('/waits').repeat(10));
    const answers = answersOf(socket);
    await expect.poll(server.waiting, poll).toBe(10);
    server.release();
    await expect.poll(answers, poll).toBe(10);
    await expect.poll(server.waiting, poll).toBe(0);
    socket.write(get('/').repeat(10));
    await expect.poll(answers, poll).toBe(20);
    expect(await server.limited('unanswered_requests')).toBe(0);
  });

  it('are nothing to the framework if a piece of data holds more', async () => {
    await using server = await startServer();
    const flood = await server.many(60, get('/').repeat(900));
    await expect.poll(() => flood.filter(isOpen).length, poll).toBe(0);
    expect(await server.limited('unanswered_requests')).toBe(60);
    expect(server.seen()).toBe(0);
    expect(server.made()).toBe(60 * 11);
    expect(await server.waiting()).toBe(0);
    const more = await server.many(140, get('/').repeat(11));
    await expect.poll(() => countOpen(more), poll).toBe(0);
    expect(await server.ask()).toBe(200);
  });

  it('are two thousand in all, and the network with the most loses connections', async () => {
    await using server = await startServer();
    const text = get('/waits').repeat(10);
    const gone = await server.many(20, text);
    await expect.poll(server.waiting, poll).toBe(200);
    gone.forEach((socket) => socket.destroy());
    await expect.poll(server.connections, poll).toBe(0);
    const others = await server.many(5, text, (index) => `127.4.${index}.1`);
    const light = await server.open(get('/waits'));
    const busy = await server.many(199, text);
    await expect.poll(() => countOpen(busy), poll).toBe(194);
    await expect.poll(server.waiting, poll).toBe(1_991);
    expect(countOpen([light, ...others])).toBe(6);
  });

  it('of a proxy end no connection', async () => {
    await using server = await startServer({ hasTrusted: true });
    const direct = await server.open(get('/waits'));
    const text = get('/waits', '198.51.100.1');
    const flood = await server.many(2_040, text, () => proxy);
    await expect.poll(server.seen, poll).toBe(2_041);
    const other = await server.open(get('/', '203.0.113.9'), proxy);
    await expect.poll(answersOf(other), poll).toBe(1);
    expect(countOpen([direct, ...flood])).toBe(2_041);
  });

  it('hold one body on a connection, which ends if one piece of data holds two', async () => {
    await using server = await startServer();
    const body = `${head('/waits', 2)}[]`;
    const [one, two] = [await server.open(body), await server.open(body.repeat(2))];
    await expect.poll(() => isOpen(two), poll).toBe(false);
    expect(isOpen(one)).toBe(true);
    expect(await server.waiting()).toBe(1);
    const empty = get('/').replace('host: x', 'host: x\r\ncontent-length: 0');
    const without = await server.open(empty.repeat(2));
    await expect.poll(answersOf(without), poll).toBe(2);
    expect(await server.ask()).toBe(200);
  });

  it('of another event of Node count too', async () => {
    await using server = await startServer();
    const strange = get('/waits').replace('host: x', 'host: x\r\nexpect: x');
    const flood = await server.open(strange.repeat(11));
    await expect.poll(() => isOpen(flood), poll).toBe(false);
  });
});

const halfBody = head('/', 1_000) + ' '.repeat(500);

const chunkedHead = head('/', 0).replace(
  'content-length: 0',
  'transfer-encoding: chunked',
);

/** A JSON text in pieces of one byte. */
const inBytes = (length: number) =>
  chunkedHead + `1\r\n"\r\n${'1\r\nx\r\n'.repeat(length - 2)}1\r\n"\r\n0\r\n\r\n`;

describe('a body', () => {
  it('is nothing to the framework until all of it has arrived', async () => {
    await using server = await startServer();
    const socket = await server.open(halfBody);
    const answers = answersOf(socket);
    await expect.poll(server.waiting, poll).toBe(1);
    expect(await server.ask()).toBe(200);
    expect(server.seen()).toBe(1);
    socket.write(`"${'x'.repeat(498)}"`);
    await expect.poll(answers, poll).toBe(1);
    expect(server.seen()).toBe(2);
  });

  it.each([40_000, 64 * 1024])('of %i bytes is answered', async (length) => {
    await using server = await startServer();
    const text = JSON.stringify('x'.repeat(length - 2));
    const socket = await server.open(head('/', length));
    const answers = answersOf(socket);
    for (const piece of text.match(/[^]{1,4000}/g) ?? []) {
      socket.write(piece);
      await sleep(1);
    }
    await expect.poll(answers, poll).toBe(1);
  });

  it('leaves the memory at once when its connection ends', async () => {
    await using server = await startServer();
    const socket = await server.open(halfBody);
    await expect.poll(server.waiting, poll).toBe(1);
    const piece: unknown = server.newest()?.read();
    expect(piece).toHaveLength(500);
    socket.resetAndDestroy();
    await expect.poll(() => piece, poll).toHaveLength(0);
  });

  it('leaves it even if it came in pieces, which are joined', async () => {
    await using server = await startServer();
    const socket = await server.open(chunkedHead);
    const arrived = () => server.newest()?.readableLength ?? 0;
    // Node keeps smaller ones in a pool.
    const length = 2_304;
    for (let bytes = length; bytes <= 16 * length; bytes += length) {
      socket.write(`900\r\n${'x'.repeat(length)}\r\n`);
      while (arrived() < bytes) await nextTurn();
    }
    const joined: unknown = server.newest()?.read();
    socket.resetAndDestroy();
    await expect.poll(() => joined, poll).toHaveLength(0);
  });

  it('stays if the framework has begun to read it', async () => {
    await using server = await startServer();
    const socket = await server.open(`${head('/waits', 502)}"${'x'.repeat(500)}"`);
    await expect.poll(server.pieces, poll).toHaveLength(1);
    socket.resetAndDestroy();
    await expect.poll(server.waiting, poll).toBe(0);
    expect(server.pieces()[0]).toHaveLength(502);
  });

  it('of single bytes has 128 pieces at most', async () => {
    await using server = await startServer();
    const fits = await server.open(inBytes(128));
    await expect.poll(answersOf(fits), poll).toBe(1);
    const beyond = await server.open(inBytes(60_000));
    await expect.poll(() => isOpen(beyond), poll).toBe(false);
    expect(await server.limited('unanswered_requests')).toBe(1);
    expect(server.seen()).toBe(1);
  });
});

const countOpen = (sockets: Socket[]) => sockets.filter(isOpen).length;

const isRead = (socket: Socket) => socket.listenerCount('data') > 0;

describe('connections', () => {
  it('are 250 of a network: the longest idle end, never one that waits for its answer', async () => {
    await using server = await startServer();
    const elsewhere = await server.many(50, '', () => '127.0.7.1');
    const asking = await server.many(100, get('/') + get('/waits'));
    const idle = await server.many(150, get('/'));
    await expect.poll(server.seen, poll).toBe(350);
    await expect.poll(server.waiting, poll).toBe(100);
    const newer = await server.many(100);
    await expect.poll(() => countOpen(idle), poll).toBe(50);
    expect([asking, newer, elsewhere].map(countOpen)).toEqual([100, 100, 50]);
    expect(await server.limited('connections')).toBe(100);
    newer.forEach((socket) => socket.destroy());
    await expect.poll(server.connections, poll).toBe(200);
    await server.many(100, get('/'));
    await expect.poll(server.seen, poll).toBe(450);
    expect(countOpen(idle)).toBe(50);
  });

  it('that are idle have the end of their answer, even if they read it later', async () => {
    await using server = await startServer();
    const slow = (await server.open(get('/large'))).pause();
    await expect.poll(server.seen, poll).toBe(1);
    await expect.poll(server.waiting, poll).toBe(0);
    await server.many(250, get('/'));
    await expect.poll(server.seen, poll).toBe(251);
    expect(await server.limited('connections')).toBe(1);
    expect((await readText(slow)).length).toBeGreaterThan(200_000);
  });

  it('that end before their turn are not read', async () => {
    await using server = await startServer();
    const crowd = Array.from({ length: 2_100 }, () => server.accept());
    expect(crowd.filter(isRead)).toEqual([]);
    await expect.poll(() => crowd.filter(isRead).length, poll).toBe(2_000);
    expect(crowd.slice(0, 100).filter(isRead)).toEqual([]);
    expect(await server.connections()).toBe(250);
  });

  it('and requests of a network wait for no crowd of another', async () => {
    await using server = await startServer();
    const crowd = Array.from({ length: 100 }, () => server.accept());
    const other = server.accept('203.0.113.1');
    while (!isRead(other)) await nextTurn();
    expect(crowd.filter(isRead).length).toBeLessThan(20);
    while (!crowd.every(isRead)) await nextTurn();
    for (const socket of crowd) socket.emit('data', Buffer.from(get('/')));
    other.emit('data', Buffer.from(get('/?other')));
    await expect.poll(server.seen, poll).toBe(101);
    expect(server.seenFirst(20)).toContain('/?other');
  });

  it('of a proxy are answered by turns of the networks behind it', async () => {
    await using server = await startServer({ hasTrusted: true });
    const [other, ...crowd] = Array.from({ length: 101 }, () => server.accept(proxy));
    for (const socket of crowd)
      socket.emit('data', Buffer.from(get('/', '198.51.100.1')));
    other?.emit('data', Buffer.from(get('/?other')));
    await expect.poll(server.seen, poll).toBe(101);
    expect(server.seenFirst(20)).toContain('/?other');
  });

  it('that wait to be read delay no request of another', async () => {
    await using server = await startServer();
    const kept = server.accept('203.0.113.1');
    while (!isRead(kept)) await nextTurn();
    const crowd = Array.from({ length: 60 }, (_, index) =>
      server.accept(`198.51.${index}.1`),
    );
    kept.emit('data', Buffer.from(get('/')));
    while (server.seen() === 0) await nextTurn();
    expect(crowd.filter(isRead).length).toBeLessThan(41);
  });

  it('are read and answered while others open, but more slowly than they open', async () => {
    await using server = await startServer();
    const kept = Array.from({ length: 40 }, () => server.accept('203.0.113.1'));
    while (!kept.every(isRead)) await nextTurn();
    for (const socket of kept) socket.emit('data', Buffer.from(get('/')));
    const crowd: Socket[] = [];
    while (crowd.length < 100) {
      crowd.push(server.accept());
      await nextTurn();
    }
    const read = crowd.filter(isRead).length;
    for (const count of [read, server.seen()]) {
      expect(count).toBeGreaterThan(5);
      expect(count).toBeLessThan(20);
    }
  });

  it('of ever new networks are read as long as they open', async () => {
    await using server = await startServer();
    const crowd: Socket[] = [];
    while (crowd.length < 4_000) {
      const [high, low] = [Math.floor(crowd.length / 250), crowd.length % 250];
      crowd.push(server.accept(`203.${high}.${low}.1`));
      await nextTurn();
    }
    expect(crowd.filter(isRead).length).toBeGreaterThan(300);
  });

  it('with a half body end next, then the new one', async () => {
    await using server = await startServer();
    const asking = await server.many(245, get('/waits'));
    const halves = await server.many(5, halfBody);
    await expect.poll(server.waiting, poll).toBe(250);
    const more = await server.many(6, get('/waits'));
    await expect.poll(() => countOpen(halves), poll).toBe(0);
    await expect.poll(() => countOpen(more), poll).toBe(5);
    expect(countOpen(asking)).toBe(245);
  });

  it('with a half head end like those with a half body', async () => {
    await using server = await startServer();
    const halves = await server.many(200, 'GET / HTTP/1.1\r\nhost: x\r\n');
    const later = await server.many(100, halfBody);
    await expect.poll(() => countOpen(halves), poll).toBe(150);
    expect(countOpen(later)).toBe(100);
    expect(await server.limited('connections')).toBe(50);
  });

  it('with a half head after an answer are not idle', async () => {
    await using server = await startServer();
    const begun = await server.many(125, get('/'));
    const answers = begun.map(answersOf);
    await expect.poll(() => answers.every((answer) => answer() === 1), poll).toBe(true);
    begun.forEach((socket) => socket.write('GET / HTTP/1.1\r\n'));
    const idle = await server.many(125, get('/'));
    await expect.poll(server.seen, poll).toBe(250);
    await expect.poll(server.waiting, poll).toBe(0);
    await server.many(10);
    await expect.poll(() => countOpen(idle), poll).toBe(115);
    expect(countOpen(begun)).toBe(125);
    await server.many(150);
    await expect.poll(() => countOpen(idle), poll).toBe(0);
    await expect.poll(() => countOpen(begun), poll).toBeLessThan(125);
  });

  it('are 2,000 in all: those of the network with the most end', async () => {
    await using server = await startServer();
    const quiet = await server.many(20, '', (index) => `127.2.${index}.1`);
    const flood = await server.many(2_100, '', (index) => `127.1.${index % 10}.1`);
    await expect.poll(server.connections, poll).toBe(2_000);
    expect(countOpen(quiet)).toBe(20);
    expect(await server.ask()).toBe(200);
    flood.forEach((socket) => socket.destroy());
    await expect.poll(server.connections, poll).toBeLessThan(30);
  });

  it('of 2,000 networks with one each: the oldest ends', async () => {
    await using server = await startServer();
    const from = (index: number) =>
      `127.${20 + Math.floor(index / 250)}.${index % 250}.1`;
    const crowd = await server.many(2_000, '', from);
    crowd[0]?.destroy();
    await expect.poll(server.connections, poll).toBe(1_999);
    const again = await server.open('', from(0));
    const newcomer = await server.open(get('/'), '127.30.0.1');
    await expect.poll(answersOf(newcomer), poll).toBe(1);
    expect(crowd.map(isOpen).indexOf(true)).toBe(2);
    expect(isOpen(again)).toBe(true);
  });

  it('of slow readers end last of all, so that strangers get in', async () => {
    await using server = await startServer({ hasTrusted: true });
    const waiting = await server.open(get('/waits'), '127.1.0.1');
    const from = (index: number) => `127.1.${(index + 1) % 5}.1`;
    const slow = await server.many(999, get('/sends'), from);
    const begun = () => slow.filter(({ bytesRead }) => bytesRead > 0).length;
    await expect.poll(begun, poll).toBe(999);
    const newcomer = await server.open(get('/'), '127.30.0.1');
    await expect.poll(answersOf(newcomer), poll).toBe(1);
    expect([waiting, newcomer, ...slow].filter((one) => !isOpen(one))).toEqual([slow[4]]);
  });

  it('of strangers are 1,000 where a proxy is named, which keeps 500 of one address', async () => {
    await using server = await startServer({ hasTrusted: true });
    const proxied = await server.many(500, '', () => proxy);
    const flood = await server.many(1_200, '', (index) => `127.1.${index % 10}.1`);
    await expect.poll(() => countOpen(flood), poll).toBe(1_000);
    expect(countOpen(proxied)).toBe(500);
    const more = await server.many(500, '', () => proxy);
    expect([proxied, more].map(countOpen)).toEqual([500, 500]);
  });

  it('of a private address are not a network’s', async () => {
    await using server = await startServer();
    const sockets = await server.many(500, get('/'), () => insider);
    await expect.poll(server.seen, poll).toBe(500);
    expect(countOpen(sockets)).toBe(500);
  });

  it('of a proxy are read at once, and are 2,500 in all', async () => {
    await using server = await startServer({ hasTrusted: true });
    const sockets = Array.from({ length: 2_510 }, () => server.accept(proxy));
    expect(sockets.filter(isRead)).toHaveLength(2_510);
    expect(await server.connections()).toBe(2_500);
  });

  it('that are new end if all others wait for their answers', async () => {
    await using server = await startServer({ hasTrusted: true });
    const asking = await server.many(
      1_000,
      get('/waits'),
      (index) => `127.1.${index % 5}.1`,
    );
    await expect.poll(server.waiting, poll).toBe(1_000);
    const newest = server.accept();
    expect(newest.destroyed).toBe(true);
    expect(countOpen(asking)).toBe(1_000);
  });

  it('may break before they are read', async () => {
    await using server = await startServer();
    const socket = server.accept();
    socket.destroy(new Error('read ECONNRESET'));
    await expect.poll(server.connections, poll).toBe(0);
    expect(await server.ask()).toBe(200);
  });

  it('hold nothing before their turn', async () => {
    const opened: Socket[] = [];
    const server = createUnreadServer(
      serverOptions({ errors: answerReason }),
      () => {},
      (socket) => opened.push(socket),
    );
    const path = { host: '127.0.0.1', port: 0 };
    await once(server.listen(path), 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const clients = [0, 1].map(() => connect({ port, host: '127.0.0.1' }));
    clients[0]?.write('x'.repeat(1_000));
    await expect.poll(() => clients[0]?.bytesWritten, poll).toBe(1_000);
    await expect.poll(() => opened.length, poll).toBe(2);
    await nextTurn();
    expect(opened.map(({ bytesRead }) => bytesRead)).toEqual([0, 0]);
    [...clients, ...opened].forEach((socket) => socket.destroy());
    server.close();
  });

  it('end after a minute without a byte, and requests that take too long', () => {
    const options = serverOptions({ errors: answerReason });
    const server = createUnreadServer(
      options,
      () => {},
      () => {},
    );
    expect(server.timeout).toBe(60_000);
    expect(server.headersTimeout).toBe(10_000);
    expect(server.requestTimeout).toBe(30_000);
    // Proxies keep an idle connection for a minute.
    expect(server.keepAliveTimeout).toBe(72_000);
  });
});

describe('innocent clients', () => {
  it('of 150 people behind one address are all answered, on six connections each', async () => {
    await using server = await startServer();
    for (let round = 1; round <= 6; round += 1) {
      const sockets = await server.many(150, get('/'));
      const answers = sockets.map(answersOf);
      await expect
        .poll(() => answers.filter((answer) => answer() === 1).length, poll)
        .toBe(150);
    }
    expect(await server.connections()).toBe(250);
  });

  it('with a slow upload and five more connections are answered beside a flood', async () => {
    await using server = await startServer();
    const from = () => '127.3.0.1';
    const browser = await server.many(5, get('/'), from);
    const upload = await server.open(head('/', 10), from());
    const answered = answersOf(upload);
    for (const piece of '"xxxxxxxx"') {
      upload.write(piece);
      await server.many(40, halfBody);
      await sleep(50);
    }
    await expect.poll(answered, poll).toBe(1);
    expect(countOpen(browser)).toBe(5);
  });
});

describe('turns', () => {
  it('let connections in that a proxy opens for each answer', async () => {
    const turns = new Turns();
    let inKernel = 100;
    const answer = () => {
      inKernel += 1;
      return true;
    };
    for (let turn = 0; turn < 200; turn += 1) {
      if (inKernel > 0) {
        inKernel -= 1;
        turns.noteOpened();
        turns.soon(answer, 'crowd');
      }
      await nextTurn();
    }
    expect(inKernel).toBeLessThan(25);
  });

  it('are for those who come alone, beside crowds of many networks, and for these', async () => {
    const turns = new Turns();
    const done: string[] = [];
    const ask = (line: string) => turns.soon(() => done.push(line) > 0, line);
    for (let index = 0; index < 3_000; index += 1) ask(`crowd ${index % 100}`);
    while (done.length < 200) await nextTurn();
    ask('alone');
    await nextTurn();
    expect(done.indexOf('alone')).toBeLessThan(202);
    for (let index = 0; index < 500; index += 1) turns.soon(() => false, `gone ${index}`);
    ask('after those who have gone');
    await nextTurn();
    expect(done).toContain('after those who have gone');
    done.length = 0;
    for (let index = 0; index < 100; index += 1) ask(`newcomer ${index}`);
    await nextTurn();
    expect(done.filter((line) => line.startsWith('crowd'))).toHaveLength(10);
  });
});
