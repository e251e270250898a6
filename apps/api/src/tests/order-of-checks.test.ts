import { overloaded, rateLimited } from '@namecard/router';
import { fetchJson, refusal, type Question } from '@namecard/testing';
import { expect, it } from 'vitest';
import { buildServer } from '../server.ts';
import { productionOptions } from '../testing/production-options.ts';
import { useService } from '../testing/start-service.ts';

const service = useService();

// What comes before a call (path, method, size, type, text) is in
// packages/rest/src/mount-router.test.ts.
it.each([
  ['429 RATE_LIMITED', rateLimited(7)],
  ['503 UNAVAILABLE', overloaded(7)],
])(
  'that too many calls wait is told once the body is read, before a wrong token and value: %s',
  async (expected, error) => {
    const { parts } = service().service;
    const admit = () => Promise.reject(error);
    const deps = { ...parts.deps, admit };
    const crowded = { ...parts, deps, metrics: undefined };
    await using app = await buildServer(crowded, productionOptions);
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const post = (path: string, question: Question) =>
      fetchJson(`${origin}${path}`, question);
    const unread = await post('/api/v1/profiles', { text: '{"socials":' });
    expect(refusal(unread)).toBe('400 MALFORMED_JSON');
    const answer = await post('/api/v1/profiles', { token: 'nonsense', json: {} });
    expect(refusal(answer)).toBe(expected);
    const overTrpc = await post('/trpc/profiles.create', { token: 'nonsense', json: {} });
    expect([answer, overTrpc].map(({ headers }) => headers.get('retry-after'))).toEqual([
      '7',
      '7',
    ]);
    expect(`${overTrpc.status}`).toBe(expected.slice(0, 3));
  },
);
