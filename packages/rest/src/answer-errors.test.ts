import { Readable } from 'node:stream';
import { TRPCError } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { HttpError } from './http-error.ts';
import { ask, reasonOf, startLibrary, talk, sendJson } from './testing.ts';
import { Mishap } from './testing/book-router.ts';

describe('every door', () => {
  it('gives one error body: handler, hook, parser, unknown path, bad address', async () => {
    await using library = await startLibrary({
      extend: (app) => {
        app.addHook('onRequest', async ({ headers }) => {
          if (headers['hook'] !== undefined) {
            throw new Mishap('secret');
          }
        });
      },
    });
    const answers = [
      await ask(library, 'GET /v1/mishap'),
      await ask(library, 'GET /v1/books', { headers: { hook: 'on' } }),
      await sendJson(library, 'POST /v1/books', '{'),
      await ask(library, 'GET /nothing'),
      await ask(library, 'GET /%zz'),
      await ask(library, 'GET /nothing', { headers: { hook: 'on' } }),
    ];
    expect(answers.map((answer) => `${answer.status} ${reasonOf(answer)}`)).toEqual([
      '500 INTERNAL',
      '500 INTERNAL',
      '400 MALFORMED_JSON',
      '404 PATH_NOT_FOUND',
      '400 MALFORMED_PATH',
      '500 INTERNAL',
    ]);
    for (const { headers } of answers) {
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('runs the hooks that add headers before it answers 400, 404 or 405', async () => {
    await using library = await startLibrary({
      extend: (app) => {
        app.addHook('onRequest', async (_request, reply) => {
          void reply.header('x-added', 'yes');
        });
      },
    });
    for (const line of [
      'GET /%zz',
      'GET /nothing',
      'PUT /v1/books',
      'OPTIONS /v1/books',
    ]) {
      expect((await ask(library, line)).headers['x-added']).toBe('yes');
    }
  });

  it('knows the errors of Fastify and its plugins', async () => {
    await using library = await startLibrary({
      extend: (app) => {
        app.get('/busy', async () => {
          throw Object.assign(new Error('pressure'), { code: 'FST_UNDER_PRESSURE' });
        });
        app.post('/plain', async () => 'fine');
      },
    });
    const busy = await ask(library, 'GET /busy');
    expect([busy.status, reasonOf(busy)]).toEqual([503, 'UNAVAILABLE']);
    expect(busy.headers['retry-after']).toMatch(/^\d+$/);
    expect(reasonOf(await sendJson(library, 'POST /plain', '{'))).toBe('MALFORMED_JSON');
    expect(reasonOf(await sendJson(library, 'POST /plain', ''))).toBe('BODY_REQUIRED');
  });
});

describe('an unexpected error', () => {
  it.each([
    Object.assign(new Error('relation "users" does not exist'), {
      code: '42P01',
      statusCode: 418,
    }),
    Object.assign(new Error('secret'), { code: 'FST_ERR_OF_A_PLUGIN', statusCode: 400 }),
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    new TRPCError({ code: 'INTERNAL_SERVER_ERROR', message: 'secret' }),
    'just text',
    undefined,
    { message: 'secret', statusCode: 400 },
  ])('is masked, of any kind and with any details: %j', async (thrown) => {
    await using library = await startLibrary({
      extend: (app) => {
        app.get('/throws', () => Promise.reject(thrown));
      },
    });
    const answer = await ask(library, 'GET /throws');
    expect([answer.status, reasonOf(answer)]).toEqual([500, 'INTERNAL']);
    expect(answer.text).not.toMatch(/secret|relation|FST_|42P01|just text/);
    expect(library.unexpected).toEqual([thrown]);
  });

  it('is masked if the answer itself fails', async () => {
    await using library = await startLibrary({
      answer: () => {
        throw new Mishap('secret');
      },
    });
    const answer = await ask(library, 'GET /v1/mishap');
    expect([answer.status, reasonOf(answer)]).toEqual([500, 'INTERNAL']);
  });
});

describe('an answer that fails while it is sent', () => {
  const fails = () => {
    throw new Mishap('secret');
  };
  it.each<[string, (app: FastifyInstance) => void]>([
    [
      'by a header',
      (app) => app.get('/it', (_, reply) => reply.header('x-odd', '\0').send('well')),
    ],
    ['by a redirect', (app) => app.get('/it', (_, reply) => reply.redirect('/€'))],
    [
      'by a header, later',
      (app) => app.get('/it', async (_, reply) => reply.redirect('/\n', 303)),
    ],
    [
      'by its kind',
      (app) => app.get('/it', (_, reply) => reply.type('text/plain').send(5)),
    ],
    ['by a hook', (app) => app.get('/it', { onSend: fails }, async () => 'well')],
    [
      'by a hook that waits',
      (app) => app.get('/it', { onSend: async () => fails() }, async () => 'well'),
    ],
    [
      'by a header, after a hook that waits',
      (app) =>
        app.get('/it', { onSend: async () => {} }, async (_, reply) =>
          reply.redirect('/€'),
        ),
    ],
    [
      'by its stream',
      (app) =>
        app.get('/it', async (_, reply) =>
          reply.send(new Readable({ read: () => fails() })),
        ),
    ],
  ])('%s, is reported once and gets the one error body', async (_how, extend) => {
    await using library = await startLibrary({ extend });
    const answer = await ask(library, 'GET /it');
    expect([answer.status, reasonOf(answer)]).toEqual([500, 'INTERNAL']);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers).not.toHaveProperty('location');
    expect(library.unexpected).toHaveLength(1);
  });

  it('is the answer to a known error, if the handler left a bad header', async () => {
    await using library = await startLibrary({
      extend: (app) => {
        app.get('/it', async (_request, reply) => {
          void reply.header('x-odd', '€');
          throw new HttpError('UNAVAILABLE');
        });
      },
    });
    const answer = await ask(library, 'GET /it');
    expect([answer.status, reasonOf(answer)]).toEqual([503, 'UNAVAILABLE']);
    expect(library.unexpected).toEqual([]);
  });
});

describe('an error of a procedure', () => {
  it('gets the answer of `answer`, with its headers', async () => {
    await using library = await startLibrary({
      answer: (error) =>
        error instanceof TRPCError && error.cause instanceof Mishap
          ? {
              status: 429,
              headers: { 'retry-after': '7' },
              body: {
                message: 'Wait.',
                code: 'TOO_MANY_REQUESTS',
                reason: 'RATE_LIMITED',
              },
            }
          : undefined,
    });
    const answer = await ask(library, 'GET /v1/mishap');
    expect([answer.status, reasonOf(answer)]).toEqual([429, 'RATE_LIMITED']);
    expect(answer.headers['retry-after']).toBe('7');
    expect(library.unexpected).toEqual([]);
  });
});

describe('a request', () => {
  it('must name a host', async () => {
    await using library = await startLibrary();
    const end = 'connection: close\r\n\r\n';
    const text = await talk(library.port, `GET /v1/books HTTP/1.1\r\n${end}`);
    expect(text).toMatch(/^HTTP\/1.1 400 [^]*MALFORMED_REQUEST/);
    expect(await talk(library.port, `GET /v1/books HTTP/1.0\r\n${end}`)).toMatch(
      /^HTTP\/1.1 200 /,
    );
  });

  it.each([
    '[bad',
    '',
    'a b',
    'a/b',
    'a@b',
    'a:b',
    'a:65536',
    '1.2.3.4.5',
    '[:::]',
    'a%20b',
    'a%zz',
    '[::1]a',
    'a\r\nHost: a',
    'a\r\nHost:',
  ])('is rejected for a Host that names none, or more than one: %j', async (host) => {
    await using library = await startLibrary();
    const text = await talk(
      library.port,
      `GET /v1/books HTTP/1.1\r\nHost: ${host}\r\nconnection: close\r\n\r\n`,
    );
    expect(text).toMatch(/^HTTP\/1.1 400 [^]*MALFORMED_REQUEST/);
  });

  it.each([
    'a',
    'a.example:80',
    'a_b:',
    '127.0.0.1:1',
    '[::1]:1',
    '[::ffff:1.2.3.4]',
    'x%41y',
  ])('may name any host: %s', async (host) => {
    await using library = await startLibrary();
    expect(await ask(library, 'GET /v1/books', { headers: { host } })).toMatchObject({
      status: 200,
    });
  });

  it.each(['xchunked', 'gzip, chunked', 'identity'])(
    'ends its connection if its transfer coding is unknown: %s',
    async (coding) => {
      await using library = await startLibrary();
      const head = `GET /v1/books HTTP/1.1\r\nhost: x\r\n`;
      const text = await talk(
        library.port,
        `${head}transfer-encoding: ${coding}\r\n\r\n`,
      );
      expect(text).toMatch(/^HTTP\/1.1 400 [^]*MALFORMED_REQUEST/);
    },
  );

  it('may carry an unknown Expect header', async () => {
    await using library = await startLibrary();
    const answer = await ask(library, 'GET /v1/books', { headers: { expect: 'tea' } });
    expect(answer).toMatchObject({ status: 200 });
  });

  it('has an address of at most 8 KiB', async () => {
    await using library = await startLibrary();
    const answer = await ask(library, `GET /v1/books?a=${'a'.repeat(8_200)}`);
    expect([answer.status, reasonOf(answer)]).toEqual([414, 'URI_TOO_LONG']);
  });
});
