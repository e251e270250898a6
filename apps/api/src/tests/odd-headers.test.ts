import { fetchJson, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../testing/start-service.ts';

const service = useService({
  settings: { TRUST_PROXY: '127.0.0.0/8', LIMIT_SEND_PER_IP: '2', DEV_MAILBOX: 'true' },
});
const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetchJson(`${service().origin}${path}`, { headers, method });

describe('headers that ask for more than there is', () => {
  it('such as the type of a body that a GET does not have, do not keep tRPC from answering', async () => {
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

  it('and HEAD, which tRPC does not have, is refused', async () => {
    const answer = await ask('/trpc/users.me', {}, 'HEAD');
    expect([answer.status, answer.headers.get('allow')]).toEqual([
      405,
      'GET, OPTIONS, POST',
    ]);
  });
});

describe('what a trusted proxy tells of a client', () => {
  const send = (forwarded: string) =>
    fetchJson(`${service().origin}/api/v1/auth/send-code`, {
      json: { email: 'forwarded@example.com' },
      headers: { 'x-forwarded-for': forwarded },
    });

  it('counts without its port', async () => {
    const statuses = [];
    for (const port of [1, 2, 3]) {
      statuses.push((await send(`198.51.100.7:${port}`)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  it('counts as the proxy’s own where it is no address, however long', async () => {
    const statuses = [];
    for (const odd of ['garbage', 'x'.repeat(7_000), 'unknown']) {
      statuses.push((await send(odd)).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(statuses).not.toContain(500);
  });
});
