import { fetchJson, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService({
  settings: { TRUST_PROXY: '127.0.0.0/8', LIMIT_SEND_PER_IP: '2', DEV_MAILBOX: 'true' },
});
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetchJson(`${service().origin}${path}`, { headers, method });

describe('headers that do not fit the request', () => {
  it('such as the content type of a GET are ignored by tRPC', async () => {
    const token = await signIn(service(), 'lines@example.com');
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'text/html',
      'content-type': 'multipart/form-data',
    };
    const answer = await ask('/trpc/users.me?batch=1', headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body).toMatchObject([{ result: { data: {} } }]);
  });

  it('and HEAD is refused by tRPC', async () => {
    const answer = await ask('/trpc/users.me', {}, 'HEAD');
    expect([answer.status, answer.headers.get('allow')]).toEqual([
      405,
      'GET, OPTIONS, POST',
    ]);
  });
});

describe('a client’s address from a trusted proxy', () => {
  const send = (forwarded: string) =>
    fetchJson(`${service().origin}/api/v1/auth/send-code`, {
      json: { email: 'forwarded@example.com' },
      headers: { 'x-forwarded-for': forwarded },
    });

  it('is read without its port', async () => {
    const statuses = [];
    for (const port of [1, 2, 3]) {
      statuses.push((await send(`198.51.100.7:${port}`)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('is replaced by the proxy’s own if it is not an address, however long', async () => {
    const statuses = [];
    for (const odd of ['garbage', 'x'.repeat(7_000), 'unknown']) {
      statuses.push((await send(odd)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses).not.toContain(500);
  });
});
