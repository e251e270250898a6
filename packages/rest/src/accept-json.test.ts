import { describe, expect, it } from 'vitest';
import { ask, reasonOf, startLibrary, sendJson, type Library } from './testing.ts';

const line = 'PATCH /v1/books/1';

async function rejectionOf(
  library: Library,
  body: string | Buffer,
): Promise<[number, string]> {
  const answer = await sendJson(library, line, body);
  return [answer.status, reasonOf(answer)];
}

describe('content types', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8; version=1',
  ])('of JSON are taken: %s', async (type) => {
    await using library = await startLibrary();
    const question = { headers: { 'content-type': type }, body: '{}' };
    expect(await ask(library, line, question)).toMatchObject({ status: 200 });
  });

  it.each([
    'text/plain',
    'text/plain; application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/jsonp',
    'application/vnd.api+json',
    'nonsense',
  ])('of anything else are rejected: %s', async (type) => {
    await using library = await startLibrary();
    for (const to of [line, 'POST /v1/tidy']) {
      const answer = await ask(library, to, {
        headers: { 'content-type': type },
        body: '{}',
      });
      expect([answer.status, reasonOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    }
  });

  it('must be given with a body', async () => {
    await using library = await startLibrary();
    const answer = await ask(library, line, { body: '{}' });
    expect([answer.status, reasonOf(answer)]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it('of a form without fields do not run a procedure without input', async () => {
    await using library = await startLibrary();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': '0',
    };
    expect(await ask(library, 'POST /v1/tidy', { headers })).toMatchObject({
      status: 415,
    });
  });
});

describe('bodies', () => {
  it('over the limit are rejected, declared or not', async () => {
    await using library = await startLibrary({ limits: { bodyLimit: 100 } });
    const fits = `{"title":"${'a'.repeat(88)}"}`;
    expect(await sendJson(library, line, fits)).toMatchObject({ status: 200 });
    expect(await rejectionOf(library, `${fits} `)).toEqual([413, 'BODY_TOO_LARGE']);
    const headers = {
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
    };
    const chunked = await ask(library, line, { headers, body: `${fits} ` });
    expect([chunked.status, reasonOf(chunked)]).toEqual([413, 'BODY_TOO_LARGE']);
  });

  it.each([
    [[0xff]],
    [[0xc3, 0x28]],
    [[0xed, 0xa0, 0x80]],
    [[0xc0, 0x80]],
    [[0xe2, 0x82]],
  ])('with bytes that are not UTF-8 are rejected: %j', async (bytes) => {
    await using library = await startLibrary();
    const body = Buffer.concat([
      Buffer.from('{"title":"'),
      Buffer.from(bytes),
      Buffer.from('"}'),
    ]);
    expect(await rejectionOf(library, body)).toEqual([400, 'MALFORMED_TEXT']);
  });

  it.each([65, 5_000, 10_000])(
    'nested %i deep are rejected, valid JSON or not',
    async (depth) => {
      await using library = await startLibrary();
      const arrays = `{"place":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
      expect(await rejectionOf(library, arrays)).toEqual([400, 'BODY_TOO_DEEP']);
      expect(await rejectionOf(library, '{"a":'.repeat(depth))).toEqual([
        400,
        'BODY_TOO_DEEP',
      ]);
      expect(library.unexpected).toEqual([]);
    },
  );

  it('are not deep because of siblings or brackets in text', async () => {
    await using library = await startLibrary();
    const siblings = `{"other":[${'[],{},'.repeat(500)}0],"title":"x"}`;
    const quoted = `{"title":"${String.raw`\"[{\\`.repeat(500)}"}`;
    const deepest = `{"other":${'['.repeat(63)}${']'.repeat(63)}}`;
    for (const body of [siblings, quoted, deepest]) {
      expect(await sendJson(library, line, body)).toMatchObject({ status: 200 });
    }
  });

  it.each(['{', '{"a":1,}', "{'a':1}", 'NaN', '{}{}', ' ', '{"title":"\u0001"}'])(
    'that are not JSON are rejected: %j',
    async (body) => {
      await using library = await startLibrary();
      expect(await rejectionOf(library, body)).toEqual([400, 'MALFORMED_JSON']);
    },
  );
});
