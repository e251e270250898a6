import { describe, expect, it } from 'vitest';
import { ask, reasonOf, startLibrary, sendJson } from './testing.ts';
import { bookRouter, listInput } from './testing/book-router.ts';

const signedIn = { headers: { reader: 'ann' } };

describe('query parameters', () => {
  it('become the numbers and booleans that the schema asks for', async () => {
    await using library = await startLibrary();
    const { text } = await ask(
      library,
      'GET /v1/books?page=2&reverse=false&ratio=-1.5&title=5',
    );
    expect(JSON.parse(text).asked).toEqual({
      page: 2,
      reverse: false,
      ratio: -1.5,
      title: '5',
    });
  });

  it.each([
    '5.0e1',
    '0x5',
    '+5',
    '05',
    ' 5',
    '5 ',
    '',
    '1,000',
    'Infinity',
    'NaN',
    '٥',
    'null',
  ])('that are not plain decimal numbers are rejected: %j', async (value) => {
    await using library = await startLibrary();
    const line = `GET /v1/books?page=${encodeURIComponent(value)}`;
    expect(await ask(library, line)).toMatchObject({ status: 400 });
  });

  it.each(['no', '0', '1', 'TRUE', 'False', '', 'on'])(
    'that are neither true nor false are rejected: %j',
    async (value) => {
      await using library = await startLibrary();
      expect(await ask(library, `GET /v1/books?reverse=${value}`)).toMatchObject({
        status: 400,
      });
    },
  );

  it('leave the shared schema unchanged, for callers that send real values', async () => {
    await using library = await startLibrary();
    await ask(library, 'GET /v1/books?page=5&reverse=false');
    await sendJson(library, 'PATCH /v1/books/1', '{"sold":true}');
    const caller = bookRouter.createCaller({ reader: undefined });
    const asText: unknown = { page: '5' };
    expect(listInput.safeParse(asText).success).toBe(false);
    expect(listInput.safeParse({ reverse: 'false' }).success).toBe(false);
    await expect(caller.books.list({ page: 5, reverse: false })).resolves.toMatchObject({
      asked: { reverse: false },
    });
  });

  it('are rejected when one is given twice', async () => {
    await using library = await startLibrary();
    const answer = await ask(library, 'GET /v1/books?page=1&%70age=1');
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'PARAMETER_REPEATED']);
  });

  it('that are unknown are ignored, even repeated or broken', async () => {
    await using library = await startLibrary();
    const line = 'GET /v1/books?other=1&other=2&broken=%zz&%zz=1&__proto__=1&&=&page=3';
    expect(JSON.parse((await ask(library, line)).text).asked).toEqual({ page: 3 });
  });

  it('are percent-decoded once, a plus being a space', async () => {
    await using library = await startLibrary();
    const { text } = await ask(library, 'GET /v1/books?title=a+b%2Bc%2561%26d=e');
    expect(JSON.parse(text).asked.title).toBe('a b+c%61&d=e');
  });

  it.each(['%zz', '%', '%ff', '%C3%28'])(
    'are rejected when broken: %s',
    async (value) => {
      await using library = await startLibrary();
      const answer = await ask(library, `GET /v1/books?title=${value}`);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'MALFORMED_QUERY']);
    },
  );
});

describe('path parameters', () => {
  it.each([
    ['%61lice', 'alice'],
    ['%2561lice', '%61lice'],
    ['a%2Fb', 'a/b'],
    ['a%20b+c', 'a b+c'],
    ['%C3%A9', 'é'],
    ['%3Fpart=1', '?part=1'],
    ['__proto__', '__proto__'],
  ])('are percent-decoded exactly once: %s', async (sent, read) => {
    await using library = await startLibrary();
    const { text } = await ask(library, `GET /v1/books/${sent}`, signedIn);
    expect(JSON.parse(text)).toEqual({ isbn: read });
  });

  it.each(['%zz', '%', '%ff', 'a%C3%28'])(
    'are rejected when broken: %s',
    async (sent) => {
      await using library = await startLibrary();
      const answer = await ask(library, `GET /v1/books/${sent}`, signedIn);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'MALFORMED_PATH']);
    },
  );

  it('win over a key of the body and of the query with their name', async () => {
    await using library = await startLibrary();
    const { text } = await sendJson(library, 'PATCH /v1/books/1?isbn=3', '{"isbn":"2"}');
    expect(JSON.parse(text).given.isbn).toBe('1');
  });

  it('reach the schema at any length', async () => {
    await using library = await startLibrary();
    const answer = await ask(library, `GET /v1/books/${'a'.repeat(5_000)}`, signedIn);
    expect([answer.status, reasonOf(answer)]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('bodies', () => {
  it.each(['null', '[]', '5', '"x"', 'true', '[{"title":"x"}]'])(
    'that are not an object are rejected: %s',
    async (body) => {
      await using library = await startLibrary();
      const answer = await sendJson(library, 'PATCH /v1/books/1', body);
      expect([answer.status, reasonOf(answer)]).toEqual([400, 'BODY_NOT_OBJECT']);
    },
  );

  it('are required if the input has fields for them, even only optional ones', async () => {
    await using library = await startLibrary();
    for (const line of ['PATCH /v1/books/1', 'POST /v1/books']) {
      const headers = { ...signedIn.headers, 'content-type': 'application/json' };
      expect(reasonOf(await ask(library, line, { headers, body: '' }))).toBe(
        'BODY_REQUIRED',
      );
      expect(reasonOf(await ask(library, line, signedIn))).toBe('BODY_REQUIRED');
    }
    expect(await sendJson(library, 'PATCH /v1/books/1', '{}')).toMatchObject({
      status: 200,
    });
  });

  it('that are missing or not an object are reported after a missing sign-in', async () => {
    await using library = await startLibrary();
    for (const body of ['', 'null', '[]']) {
      expect(reasonOf(await sendJson(library, 'POST /v1/books', body))).toBe(
        'UNAUTHORIZED',
      );
    }
  });

  it('keep the types they are sent with', async () => {
    await using library = await startLibrary();
    const rejected = [
      '{"sold":"no"}',
      '{"title":5}',
      '{"place":{"shelf":null,"room":null}}',
    ];
    for (const body of [...rejected, '{"place":{"shelf":"1","room":null}}']) {
      expect(await sendJson(library, 'PATCH /v1/books/1', body)).toMatchObject({
        status: 400,
      });
    }
    expect(await sendJson(library, 'PATCH /v1/books/1', '{"sold":false}')).toMatchObject({
      text: '{"given":{"isbn":"1","sold":false}}',
    });
  });

  it('may be left out if nothing is read from them, but must be JSON if sent', async () => {
    await using library = await startLibrary();
    expect(await ask(library, 'POST /v1/tidy')).toMatchObject({
      status: 200,
      text: 'null',
    });
    expect(await sendJson(library, 'POST /v1/tidy', '5')).toMatchObject({ status: 200 });
    expect(reasonOf(await sendJson(library, 'POST /v1/tidy', '{'))).toBe(
      'MALFORMED_JSON',
    );
  });

  it('of a DELETE are always ignored', async () => {
    await using library = await startLibrary();
    const types = ['application/json', 'text/plain', 'nonsense'];
    for (const type of types) {
      const question = { headers: { 'content-type': type }, body: '{"isbn":"2", broken' };
      expect(await ask(library, 'DELETE /v1/books/1?force=true', question)).toMatchObject(
        {
          status: 200,
          text: '{"isbn":"1","force":true}',
        },
      );
    }
  });
});
