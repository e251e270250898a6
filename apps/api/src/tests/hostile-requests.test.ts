import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import {
  fetchJson,
  refusalAt,
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
});

const ask = (path: string, question: Question = {}) =>
  fetchJson(`${service().origin}${path}`, question);

const headers = { 'content-type': 'application/json' };

/** Over REST they are refused by the same code, which packages/rest tests. */
describe('an unusable body over tRPC', () => {
  it.each([
    ['400 MALFORMED_JSON', '{"email":'],
    ['400 BODY_TOO_DEEP', '['.repeat(65) + ']'.repeat(65)],
    ['400 MALFORMED_TEXT', Buffer.from([0x22, 0xff, 0x22])],
    ['413 BODY_TOO_LARGE', `"${'x'.repeat(64 * 1024)}"`],
  ])('is refused: %s', async (expected, text) => {
    const answer = await ask('/trpc/auth.sendCode', { method: 'POST', text, headers });
    expect(trpcRefusal(answer)).toBe(expected);
  });

  it.each(['null', '[]', '5', '[{"email":"a@b.co"}]'])(
    'is refused if it is no object: %s',
    async (text) => {
      const answer = await ask('/trpc/auth.sendCode', { method: 'POST', text, headers });
      expect(answer.status).toBe(400);
    },
  );

  it('is refused if it is marked as compressed', async () => {
    const answer = await ask('/trpc/auth.sendCode', {
      json: { email: 'packed@example.com' },
      headers: { 'content-encoding': 'gzip' },
    });
    expect(trpcRefusal(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    expect(answer.headers.get('accept-encoding')).toBe('identity');
  });

  it.each(['email=ann%40example.com', ''])(
    'is refused if a form of another site sends it, and runs nothing: %j',
    async (text) => {
      const answer = await ask('/trpc/auth.signOut', {
        method: 'POST',
        token,
        text,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(trpcRefusal(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
      expect((await ask('/api/v1/users/me', { token })).status).toBe(200);
    },
  );
});

describe('a path', () => {
  const known = [
    { path: '/healthz', method: 'POST', allow: 'GET, HEAD' },
    { path: '/sign-in', method: 'DELETE', allow: 'GET, HEAD, POST' },
    { path: '/trpc/users.me', method: 'PUT', allow: 'GET, POST' },
  ];

  it.each(known)('that is known refuses another method: $method $path', async (one) => {
    const answer = await ask(one.path, { method: one.method, token });
    expect(refusalAt(one.path)(answer)).toBe('405 METHOD_NOT_ALLOWED');
    const allowed = answer.headers.get('allow')?.split(', ') ?? [];
    expect(allowed).toEqual(expect.arrayContaining(one.allow.split(', ')));
    expect(allowed).not.toContain(one.method);
  });
});

/** `fetch` sends no address in its request line, as clients of a proxy do. */
async function askBy(target: string, options: { method?: string; headers?: object }) {
  const { hostname, port } = new URL(service().origin);
  const sent = request({ method: options.method, hostname, port, path: target });
  for (const [name, value] of Object.entries({ host: 'x.example', ...options.headers })) {
    sent.setHeader(name, value);
  }
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer === undefined) throw new Error('There was no answer');
  const allowed = answer.headers['access-control-allow-origin'];
  return { status: answer.statusCode, allowed, body: String(await buffer(answer)) };
}

describe('a whole address in the request line', () => {
  it.each([
    { path: '/trpc/users.me', status: 401 },
    { path: '/trpc/auth.signOut', method: 'POST', status: 415 },
    { path: '/sign-in?new', status: 200 },
    { path: '/api/v1/nope', headers: { accept: 'text/html' }, status: 404 },
    { path: '/api/v1/users/me', headers: { origin: 'null' }, status: 401 },
    { path: '?x', headers: { accept: 'text/html' }, status: 200 },
  ])('is answered as its path: $path', async ({ path, status, ...options }) => {
    const answer = await askBy(`HTTP://ann:secret@x.example${path}`, options);
    expect(answer.status).toBe(status);
    expect(answer).toEqual(await askBy(path.replace(/^\?/, '/?'), options));
  });
});
