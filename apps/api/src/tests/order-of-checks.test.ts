import { overloaded, rateLimited } from '@namecard/router';
import { fetchJson, refusal, signIn, type Question } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildServer } from '../server.ts';
import { productionOptions } from '../testing/production-options.ts';
import { startTestService, useService } from '../testing/start-service.ts';

const service = useService();
let ann: string;
let bob: string;

const ask = (path: string, question: Question) =>
  fetchJson(`${service().origin}${path}`, question);

const create = (token: string, username: string) =>
  ask('/api/v1/profiles', { token, json: { username, referral: '' } });

beforeAll(async () => {
  ann = await signIn(service(), 'ann@example.com');
  bob = await signIn(service(), 'bob@example.com');
  await create(ann, 'ann');
  await create(bob, 'bob');
});

const malformed = '{"socials":';

/**
 * Each request also has all mistakes that are checked later. What comes before a call
 * (path, method, size, type, text) is in packages/rest/src/mount-router.test.ts.
 */
describe('the first mistake decides the answer', () => {
  it.each([
    ['429 RATE_LIMITED', rateLimited(7)],
    ['503 UNAVAILABLE', overloaded(7)],
  ])('that too many calls wait, once the body is read (%s)', async (expected, error) => {
    const { parts } = service().service;
    const admit = () => Promise.reject(error);
    const deps = { ...parts.deps, admit };
    const crowded = { ...parts, deps, metrics: undefined };
    await using app = await buildServer(crowded, productionOptions);
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const post = (path: string, question: Question) =>
      fetchJson(`${origin}${path}`, question);
    const unread = await post('/api/v1/profiles', { text: malformed });
    expect(refusal(unread)).toBe('400 MALFORMED_JSON');
    const answer = await post('/api/v1/profiles', { token: 'nonsense', json: {} });
    expect(refusal(answer)).toBe(expected);
    const overTrpc = await post('/trpc/profiles.create', { token: 'nonsense', json: {} });
    expect([answer, overTrpc].map(({ headers }) => headers.get('retry-after'))).toEqual([
      '7',
      '7',
    ]);
    expect(`${overTrpc.status}`).toBe(expected.slice(0, 3));
  });

  it('then the token', async () => {
    const answer = await ask('/api/v1/profiles', {
      token: 'nonsense',
      json: { username: '' },
    });
    expect(refusal(answer)).toBe('401 TOKEN_INVALID');
  });

  it('then the role', async () => {
    const answer = await ask('/trpc/moderation.profiles.hide', {
      token: ann,
      json: { username: 5 },
    });
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ error: { data: { reason: 'ROLE_MISSING' } } });
  });

  it('then limits', async () => {
    const limited = await startTestService({ settings: { LIMIT_SEND_PER_IP: '1' } });
    const send = (email: string) =>
      fetchJson(`${limited.origin}/api/v1/auth/send-code`, { json: { email } });
    expect((await send('ann@example.com')).status).toBe(200);
    const answer = await send('not an address');
    expect(refusal(answer)).toBe('429 RATE_LIMITED');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const overTrpc = await fetchJson(`${limited.origin}/trpc/auth.sendCode`, {
      json: {},
    });
    expect(overTrpc.status).toBe(429);
    expect(Number(overTrpc.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.stop();
  });

  it('then values', async () => {
    for (const name of ['nobody', 'bob']) {
      const question = { method: 'PATCH', token: ann, json: { socials: null } };
      const answer = await ask(`/api/v1/profiles/${name}/socials`, question);
      expect(refusal(answer)).toBe('400 INPUT_INVALID');
    }
  });

  it('then if it exists, then if it is their own', async () => {
    const patch = (name: string) =>
      ask(`/api/v1/profiles/${name}/socials`, { method: 'PATCH', token: ann, json: {} });
    expect(refusal(await patch('nobody'))).toBe('404 PROFILE_NOT_FOUND');
    expect(refusal(await patch('bob'))).toBe('403 NOT_OWNER');
  });

  it('then if the name is taken', async () => {
    expect(refusal(await create(ann, 'BOB'))).toBe('409 USERNAME_TAKEN');
  });
});
