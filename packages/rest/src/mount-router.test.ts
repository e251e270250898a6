import { connect } from 'node:net';
import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { mountRouter } from './mount-router.ts';
import { ask, reasonOf, startLibrary, talk, sendJson, type Library } from './testing.ts';

const signedIn = { headers: { reader: 'ann' } };

/** `'PATH_NOT_FOUND'`, or the answer at the path. */
async function missingAt(library: Library, line: string): Promise<string> {
  const answer = await ask(library, line, signedIn);
  return answer.status === 404 ? reasonOf(answer) : `${answer.status} ${answer.text}`;
}

describe('routes', () => {
  it('distinguish upper and lower case', async () => {
    await using library = await startLibrary();
    expect(await missingAt(library, 'GET /v1/Books')).toBe('PATH_NOT_FOUND');
    expect(await missingAt(library, 'GET /V1/books')).toBe('PATH_NOT_FOUND');
  });

  it('ignore one trailing slash, but not two', async () => {
    await using library = await startLibrary();
    expect(await ask(library, 'GET /v1/books/?page=1')).toMatchObject({ status: 200 });
    expect(await ask(library, 'GET /v1/books/1/', signedIn)).toMatchObject({
      status: 200,
    });
    expect(await missingAt(library, 'GET /v1/books//')).toBe('PATH_NOT_FOUND');
    expect(await missingAt(library, 'GET /v1/books/1//')).toBe('PATH_NOT_FOUND');
    expect(await missingAt(library, 'GET //v1/books')).toBe('PATH_NOT_FOUND');
    expect(await missingAt(library, 'PUT /v1/books//')).toBe('PATH_NOT_FOUND');
    expect(await missingAt(library, 'OPTIONS /v1/books//')).toBe('PATH_NOT_FOUND');
  });

  it.each([
    '/v1/x/../books',
    '/v1/x/%2e%2e/books',
    '/v1/./books',
    '/v1/x/..%2fbooks',
    '/v1\\books',
    '/v1/x/..\\books',
    '/x/..;/v1/books',
  ])('resolve nothing: %s', async (path) => {
    await using library = await startLibrary();
    expect(await missingAt(library, `GET ${path}`)).toBe('PATH_NOT_FOUND');
  });

  it('resolve nothing in an absolute address either', async () => {
    await using library = await startLibrary();
    const end = 'HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';
    expect(await talk(library.port, `GET http://x/v1/books ${end}`)).toMatch(
      /^HTTP\/1.1 200 /,
    );
    expect(await talk(library.port, `GET http://x/v1/y/../books ${end}`)).toMatch(
      /^HTTP\/1.1 404 /,
    );
  });

  it('take dots for parameters and for themselves alone', async () => {
    await using library = await startLibrary();
    expect(await ask(library, 'GET /v1/books/new.json')).toMatchObject({
      text: '"newest"',
    });
    expect(await ask(library, 'GET /v1/books/newxjson', signedIn)).toMatchObject({
      text: '{"isbn":"newxjson"}',
    });
    expect(await ask(library, 'GET /v1/books/..', signedIn)).toMatchObject({
      text: '{"isbn":".."}',
    });
  });

  it('lead only to procedures with metadata', async () => {
    await using library = await startLibrary();
    expect(await missingAt(library, 'GET /v1/hidden')).toBe('PATH_NOT_FOUND');
  });
});

describe('methods', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK'])(
    'that the path lacks are rejected with a list of those it has: %s',
    async (method) => {
      await using library = await startLibrary();
      const answer = await ask(library, `${method} /v1/books`);
      expect([answer.status, reasonOf(answer)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS, POST');
    },
  );

  it('are listed by OPTIONS, with any body', async () => {
    await using library = await startLibrary();
    const expected = {
      status: 204,
      text: '',
      headers: { allow: 'DELETE, GET, HEAD, OPTIONS, PATCH' },
    };
    expect(await ask(library, 'OPTIONS /v1/books/1')).toMatchObject(expected);
    expect(await sendJson(library, 'OPTIONS /v1/books/1', '{')).toMatchObject(expected);
  });
});

describe('HEAD', () => {
  it('answers with the headers of GET and no body', async () => {
    await using library = await startLibrary();
    const get = await ask(library, 'GET /v1/books/1', signedIn);
    const head = await ask(library, 'HEAD /v1/books/1', signedIn);
    expect([head.status, head.text]).toEqual([200, '']);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
    expect(head.headers['content-length']).toBe('12');
  });

  it('needs the same authentication', async () => {
    await using library = await startLibrary();
    const get = await ask(library, 'GET /v1/books/1');
    const head = await ask(library, 'HEAD /v1/books/1');
    expect([head.status, head.text]).toEqual([401, '']);
    expect(head.headers['content-length']).toBe(get.headers['content-length']);
  });

  it('is 405 for a path without GET, and 404 for an unknown path', async () => {
    await using library = await startLibrary();
    expect(await ask(library, 'HEAD /v1/tidy')).toMatchObject({ status: 405 });
    expect(await ask(library, 'HEAD /v1/nothing')).toMatchObject({ status: 404 });
  });
});

describe('the order of checks', () => {
  it('is path, method, size, type, text, token, values', async () => {
    await using library = await startLibrary();
    const large = 'x'.repeat(70_000);
    const steps: [string, string, string, string][] = [
      ['POST /v1/nothing', 'text/plain', large, 'PATH_NOT_FOUND'],
      ['PUT /v1/books', 'text/plain', large, 'METHOD_NOT_ALLOWED'],
      ['POST /v1/books', 'text/plain', large, 'BODY_TOO_LARGE'],
      ['POST /v1/books', 'nonsense', large, 'BODY_TOO_LARGE'],
      ['POST /v1/books', 'text/plain', '{', 'UNSUPPORTED_MEDIA_TYPE'],
      ['POST /v1/books', 'application/json', '{', 'MALFORMED_JSON'],
      ['POST /v1/books', 'application/json', '{"title":""}', 'UNAUTHORIZED'],
    ];
    for (const [line, type, body, reason] of steps) {
      const answer = await ask(library, line, {
        headers: { 'content-type': type },
        body,
      });
      expect(reasonOf(answer)).toBe(reason);
    }
    const headers = { 'content-type': 'application/json', ...signedIn.headers };
    const answer = await ask(library, 'POST /v1/books', {
      headers,
      body: '{"title":""}',
    });
    expect(reasonOf(answer)).toBe('BAD_REQUEST');
  });

  it('ignores Accept', async () => {
    await using library = await startLibrary();
    const headers = { accept: 'text/html, image/png' };
    expect(await ask(library, 'GET /v1/books', { headers })).toMatchObject({
      status: 200,
    });
  });
});

describe('a client that leaves', () => {
  it('aborts the signal of the procedure that it waited for', async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const { promise: aborted, resolve: abort } = Promise.withResolvers<void>();
    const t = initTRPC.meta<OpenApiMeta>().create();
    const slow = t.procedure
      .meta({ openapi: { method: 'GET', path: '/slow', protect: false } })
      .output(z.null())
      .query(async ({ signal }) => {
        signal?.addEventListener('abort', () => abort());
        begin();
        await aborted;
        return null;
      });
    await using library = await startLibrary({
      extend: (app) =>
        mountRouter(app, {
          router: t.router({ slow }),
          prefix: '/v2',
          createContext: () => ({}),
        }),
    });
    const socket = connect(library.port, '127.0.0.1');
    socket.write('GET /v2/slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await begun;
    socket.destroy();
    await aborted;
    expect(library.unexpected).toEqual([]);
  });
});
