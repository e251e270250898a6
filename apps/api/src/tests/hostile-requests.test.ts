import {
  fetchJson,
  refusal,
  refusalAt,
  refusedPaths,
  signIn,
  trpcRefusal,
  type Question,
} from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService();
let token: string;

beforeAll(async () => {
  token = await signIn(service(), 'ann@example.com');
  await fetchJson(`${service().origin}/api/v1/profiles`, {
    token,
    json: { username: 'ann', referral: '' },
  });
});

const ask = (path: string, question: Question = {}) =>
  fetchJson(`${service().origin}${path}`, question);

/** JSON text with this many nested arrays. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const megabyte = 1024 * 1024;

/** The same body to the same procedure, over REST and tRPC. */
const faces = [
  { face: 'REST', path: '/api/v1/auth/send-code' },
  { face: 'tRPC', path: '/trpc/auth.sendCode' },
];

describe.each(faces)('an unusable body over $face', ({ path }) => {
  const send = (question: Question) => ask(path, { method: 'POST', ...question });

  it.each(['null', '[]', '5', '"x"', '[{"email":"a@b.co"}]'])(
    'is refused: %s',
    async (text) => {
      expect((await send({ text })).status).toBe(400);
    },
  );

  it.each(['{"email":["a@b.co"]}', '{"email":{"$ne":null}}', '{"email":null}', '{}'])(
    'is refused: %s',
    async (text) => {
      expect((await send({ text })).status).toBe(400);
    },
  );

  it.each([
    ['text that is no JSON', '{"email":'],
    ['nothing', ''],
    ['10,000 levels of nesting', `{"email":${nested(10_000)}}`],
    ['10,000 levels alone', nested(10_000)],
    ['NUL', String.raw`{"email":"a\u0000@b.co"}`],
    ['a lone surrogate', String.raw`{"email":"a\ud800@b.co"}`],
  ])('is refused: %s', async (_what, text) => {
    expect((await send({ text })).status).toBe(400);
  });

  it('is refused if its bytes are not UTF-8', async () => {
    const text = Buffer.concat([
      Buffer.from('{"email":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);
    expect(refusalAt(path)(await send({ text }))).toBe('400 MALFORMED_TEXT');
  });

  it.each(['gzip', 'br', 'deflate', 'identity, gzip'])(
    'is refused if it is marked as compressed: %s',
    async (coding) => {
      const headers = { 'content-encoding': coding };
      const answer = await send({ json: { email: 'packed@example.com' }, headers });
      expect(refusalAt(path)(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
      expect(answer.headers.get('accept-encoding')).toBe('identity');
    },
  );

  it('is refused if it has 3 MB', async () => {
    const answer = await send({ json: 'x'.repeat(3 * megabyte) });
    expect(refusalAt(path)(answer)).toBe('413 BODY_TOO_LARGE');
  });

  it('is accepted with the JSON type in any case and a charset of UTF-8', async () => {
    const json = { email: 'case@example.com' };
    const headers = { 'content-type': 'Application/JSON; charset=UTF-8' };
    expect((await send({ json, headers })).status).toBe(200);
  });
});

describe('an HTML form of another site', () => {
  const form = new FormData();
  form.set('email', 'ann@example.com');

  const kinds: [string, Question][] = [
    [
      'urlencoded',
      {
        text: 'email=ann%40example.com',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ],
    ['multipart', { text: form }],
    [
      'plain text',
      { text: '{"email":"ann@example.com"}', headers: { 'content-type': 'text/plain' } },
    ],
    [
      'no type',
      {
        text: Buffer.from('{"email":"ann@example.com"}'),
        headers: { 'content-type': '' },
      },
    ],
  ];

  it.each(kinds)('is refused on both faces, sent as %s', async (_kind, question) => {
    for (const { path } of faces) {
      const answer = await ask(path, { method: 'POST', ...question });
      expect(refusalAt(path)(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    }
  });

  it.each(kinds)(
    'runs no mutation without input, sent as %s',
    async (_kind, question) => {
      const answer = await ask('/trpc/auth.signOut', {
        method: 'POST',
        token,
        ...question,
      });
      expect(trpcRefusal(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
      expect((await ask('/api/v1/users/me', { token })).status).toBe(200);
    },
  );

  it('runs no such mutation with an empty body either', async () => {
    for (const type of [
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
    ]) {
      const headers = { 'content-type': type };
      const answer = await ask('/trpc/auth.signOut', {
        method: 'POST',
        token,
        text: '',
        headers,
      });
      expect(trpcRefusal(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    }
    expect((await ask('/trpc/auth.signOut', { method: 'POST', token })).status).toBe(415);
    expect((await ask('/api/v1/users/me', { token })).status).toBe(200);
  });
});

describe('values that the database can’t store', () => {
  it.each([
    ['NUL', String.raw`{"about":"a\u0000b"}`, 'about'],
    ['a lone surrogate', String.raw`{"about":"a\udc00b"}`, 'about'],
    ['NUL in a link', String.raw`{"socials":{"x":"https://x.com/\u0000"}}`, 'socials.x'],
  ])('are refused: %s', async (_what, text, where) => {
    const answer = await ask('/api/v1/profiles/ann/socials', {
      method: 'PATCH',
      token,
      text,
    });
    expect(refusal(answer)).toBe('400 INPUT_INVALID');
    expect(refusedPaths(answer)).toEqual([where]);
  });

  it('are not found as a username in a path', async () => {
    for (const name of ['%00', 'ann%00', '%ED%9F%BF', 'a'.repeat(65)]) {
      expect(refusal(await ask(`/api/v1/profiles/${name}`, { token }))).toBe(
        '404 PROFILE_NOT_FOUND',
      );
    }
  });

  it.each(['%ZZ', '%E0%A4%A', '%ED%A0%80', '%ff'])(
    'refuses the path %s',
    async (name) => {
      expect(refusal(await ask(`/api/v1/profiles/${name}`, { token }))).toBe(
        '400 MALFORMED_PATH',
      );
    },
  );
});

describe('a query', () => {
  it.each([
    'page=0',
    'page=1.5',
    'page=x',
    'page=',
    'limit=101',
    'limit=-1',
    'reverse=yes',
    'reverse=1',
  ])('is refused: %s', async (query) => {
    const answer = await ask(`/api/v1/profiles?${query}`, { token });
    expect(refusal(answer)).toBe('400 INPUT_INVALID');
    expect(refusedPaths(answer)).toEqual([query.split('=')[0]]);
  });

  it('refuses a repeated parameter', async () => {
    const answer = await ask('/api/v1/profiles?page=1&page=2', { token });
    expect(refusal(answer)).toBe('400 PARAMETER_REPEATED');
  });

  it('ignores unknown parameters, also repeated ones', async () => {
    expect((await ask('/api/v1/profiles?q=1&q=2&__proto__=3', { token })).status).toBe(
      200,
    );
  });
});

describe('a request that is too long', () => {
  it('is refused for its URL', async () => {
    expect(refusal(await ask(`/api/v1/profiles?q=${'x'.repeat(9_000)}`, { token }))).toBe(
      '414 URI_TOO_LONG',
    );
  });

  it('is refused for its headers', async () => {
    const headers = { 'x-long': 'x'.repeat(20_000) };
    expect(refusal(await ask('/api/v1/users/me', { headers }))).toBe(
      '431 HEADERS_TOO_LARGE',
    );
  });
});

describe('a path', () => {
  it.each([
    '/nope',
    '/api/v1',
    '/api/v2/profiles',
    '/api/v1/Profiles',
    '/api/v1/profiles/ann/nope',
  ])('that is unknown gets 404: %s', async (path) => {
    expect(refusal(await ask(path, { token }))).toBe('404 PATH_NOT_FOUND');
  });

  const known = [
    { path: '/api/v1/profiles', method: 'DELETE', allow: 'GET, HEAD, OPTIONS, POST' },
    {
      path: '/api/v1/users/me',
      method: 'POST',
      allow: 'DELETE, GET, HEAD, OPTIONS, PATCH',
    },
    { path: '/api/v1/auth/send-code', method: 'GET', allow: 'OPTIONS, POST' },
    { path: '/api/v1/profiles/ann/socials', method: 'PUT', allow: 'OPTIONS, PATCH' },
    { path: '/healthz', method: 'POST', allow: 'GET, HEAD' },
    { path: '/readyz', method: 'DELETE', allow: 'GET, HEAD' },
    { path: '/dev/mailbox', method: 'POST', allow: 'GET, HEAD' },
    { path: '/api/v1/openapi.json', method: 'POST', allow: 'GET, HEAD' },
    {
      path: '/api/v1/moderation/openapi.json',
      method: 'POST',
      allow: 'GET, HEAD',
    },
    { path: '/trpc/users.me', method: 'PUT', allow: 'GET, POST' },
    { path: '/trpc/users.me', method: 'PATCH', allow: 'GET, POST' },
  ];

  it.each(known)('that is known refuses another method: $method $path', async (one) => {
    const answer = await ask(one.path, { method: one.method, token });
    expect(refusalAt(one.path)(answer)).toBe('405 METHOD_NOT_ALLOWED');
    const allowed = answer.headers.get('allow')?.split(', ') ?? [];
    expect(allowed).toEqual(expect.arrayContaining(one.allow.split(', ')));
    expect(allowed).not.toContain(one.method);
  });
});

describe('a token', () => {
  const wrong = ['', 'nonsense', `nc_${'A'.repeat(43)}`, 'A'.repeat(5_000)];

  it.each(wrong)('that does not exist is refused: %j', async (bad) => {
    const answer = await ask('/api/v1/users/me', { token: bad });
    expect(refusal(answer)).toBe('401 TOKEN_INVALID');
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer .*error="invalid_token"/,
    );
  });

  it('that is missing gets a challenge without an error', async () => {
    const answer = await ask('/api/v1/users/me');
    expect(refusal(answer)).toBe('401 TOKEN_INVALID');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(answer.headers.get('www-authenticate')).not.toContain('error');
  });

  it('is accepted only as Bearer, in any case', async () => {
    expect(
      (await ask('/api/v1/users/me', { headers: { authorization: `bearer ${token}` } }))
        .status,
    ).toBe(200);
    expect(
      (await ask('/api/v1/users/me', { headers: { authorization: `Basic ${token}` } }))
        .status,
    ).toBe(401);
  });

  it('is treated on tRPC in the same way', async () => {
    const answer = await ask('/trpc/users.me', { token: 'nonsense' });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(
      /^Bearer .*error="invalid_token"/,
    );
    expect((await ask('/trpc/users.me')).headers.get('www-authenticate')).not.toContain(
      'error',
    );
  });
});
