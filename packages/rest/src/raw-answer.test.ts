import { once } from 'node:events';
import { connect } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { reasonOf, startLibrary, talk } from './testing.ts';

const host = 'host: x\r\n';
const patient = { headersTimeout: 200, requestTimeout: 400, checkInterval: 50 };

/** Status and reason of a raw answer. Checks its declared length. */
function read(answer: string): [number, string] {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  expect(Buffer.byteLength(body)).toBe(Number(length));
  expect(head).toMatch(/^content-type: application\/json; charset=utf-8$/im);
  return [Number(head.split(' ')[1]), reasonOf({ text: body })];
}

describe('what Node cannot read as a request', () => {
  it.each([
    'nonsense\r\n\r\n',
    `GET /v1/books HTTP/9.9\r\n${host}\r\n`,
    `GET /v1/books HTTP/1.1\r\n${host}no colon\r\n\r\n`,
    `POST /v1/books HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`,
    `PATCH /v1/books/1 HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nz\r\n`,
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `CONNECT other.example:443 HTTP/1.1\r\n${host}\r\n`,
  ])('is answered with the usual error body: %j', async (bytes) => {
    await using library = await startLibrary();
    expect(read(await talk(library.port, bytes))).toEqual([400, 'MALFORMED_REQUEST']);
  });

  it('is answered with the headers that every answer has', async () => {
    await using library = await startLibrary({
      limits: { headers: () => ({ 'x-added': 'yes' }) },
    });
    expect(await talk(library.port, 'nonsense\r\n\r\n')).toMatch(/^x-added: yes$/im);
  });

  it('is 431 for headers beyond 16 KiB, and is read by a client still sending', async () => {
    await using library = await startLibrary();
    for (const size of [20_000, 1_000_000]) {
      const bytes = `GET /v1/books HTTP/1.1\r\n${host}x: ${'a'.repeat(size)}\r\n\r\n`;
      expect(read(await talk(library.port, bytes))).toEqual([431, 'HEADERS_TOO_LARGE']);
    }
  });

  it('is 414 for an address beyond 16 KiB', async () => {
    await using library = await startLibrary();
    const bytes = `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`;
    expect(read(await talk(library.port, bytes))).toEqual([414, 'URI_TOO_LONG']);
  });
});

describe('a request that takes too long', () => {
  it.each([
    ['in its headers', `GET /v1/books HTTP/1.1\r\n${host}`],
    [
      'in its body',
      `PATCH /v1/books/1 HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 9\r\n\r\n{`,
    ],
  ])('is answered 408 %s', async (_where, bytes) => {
    await using library = await startLibrary({ limits: patient });
    expect(read(await talk(library.port, bytes))).toEqual([408, 'REQUEST_TIMEOUT']);
    expect(library.unexpected).toEqual([]);
  });

  it('has less time for its headers than for the whole', async () => {
    const limits = { ...patient, requestTimeout: 600_000 };
    await using library = await startLibrary({ limits });
    const bytes = `GET /v1/books HTTP/1.1\r\n${host}`;
    expect(read(await talk(library.port, bytes))).toEqual([408, 'REQUEST_TIMEOUT']);
  });

  it('ends without a second answer if it already has one', async () => {
    await using library = await startLibrary({ limits: patient });
    const bytes = `PATCH /nothing HTTP/1.1\r\n${host}content-length: 9\r\n\r\n{`;
    const answer = await talk(library.port, bytes);
    expect(answer).toMatch(/^HTTP\/1.1 404 /);
    expect(answer.match(/HTTP\/1.1/g)).toHaveLength(1);
  });
});

describe('what can’t be read behind a request that waits for its answer', () => {
  const slow = (app: FastifyInstance) => {
    app.get('/slow', async () => {
      await sleep(20);
      return 'well';
    });
  };
  const get = `GET /slow HTTP/1.1\r\n${host}`;

  it.each([
    ['nonsense', 'nonsense\r\n\r\n'],
    ['a CONNECT', `CONNECT other.example:443 HTTP/1.1\r\n${host}\r\n`],
    [
      'half a body',
      `PATCH /v1/books/1 HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nz\r\n`,
    ],
  ])('is answered after it: %s', async (_what, bytes) => {
    await using library = await startLibrary({ extend: slow });
    const answers = await talk(library.port, `${get}\r\n`.repeat(2) + bytes);
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(
      [200, 200, 400].map((status) => `HTTP/1.1 ${status}`),
    );
  });

  it('is dropped if the request said that it is the last', async () => {
    await using library = await startLibrary({ extend: slow });
    const bytes = `${get}connection: close\r\n\r\n${get}\r\n`;
    const answers = await talk(library.port, bytes);
    expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});

describe('a connection that breaks while an answer is being sent', () => {
  it('ends without another answer in the middle of it', async () => {
    const answer = new PassThrough();
    await using library = await startLibrary({
      extend: (app) => {
        app.get('/stream', (_request, reply) => reply.send(answer));
      },
    });
    const socket = connect(library.port, '127.0.0.1');
    const received = text(socket);
    socket.write(`GET /stream HTTP/1.1\r\n${host}\r\n`);
    answer.write('beginning');
    await once(socket, 'readable');
    socket.write('nonsense\r\n\r\n'.repeat(9));
    answer.end('end');
    expect(await received).toMatch(/^HTTP\/1.1 200[^]+beginning[^]+end[^]+HTTP\/1.1 400/);
  });
});

describe('a client that gives up half-way', () => {
  it('is not an unexpected error', async () => {
    const { promise: noticed, resolve } = Promise.withResolvers<void>();
    await using library = await startLibrary({
      extend: (app) => {
        app.addHook('onError', async () => resolve());
      },
    });
    const socket = connect(library.port, '127.0.0.1');
    const arrival = once(library.app.server, 'request');
    socket.write(
      `PATCH /v1/books/1 HTTP/1.1\r\n${host}content-type: application/json\r\n`,
    );
    socket.write('content-length: 9\r\n\r\n{');
    await arrival;
    socket.destroy();
    await noticed;
    await setImmediate();
    expect(library.unexpected).toEqual([]);
  });
});
