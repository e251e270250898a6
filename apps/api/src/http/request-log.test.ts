import { fetchJson, signIn } from '@namecard/testing';
import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { useService } from '../testing/start-service.ts';

const lines: string[] = [];
const logger = pino({ base: null }, { write: (line) => lines.push(line) });

const Line = z.object({
  event: z.literal('request'),
  call: z.string(),
  method: z.string(),
  route: z.string(),
  procedures: z.array(z.string()),
  status: z.int(),
  waiting: z.number().min(0),
  working: z.number().min(0),
  user: z.string().optional(),
});

const logged = () =>
  lines
    .filter((line) => line.includes('"event":"request"'))
    .map((line) => Line.parse(JSON.parse(line)));

describe('with LOG_REQUESTS', () => {
  const service = useService({ settings: { LOG_REQUESTS: 'true' }, logger });

  it('the log has a line for each request, with the account and the call, without the content', async () => {
    const { origin, mailbox } = service();
    const token = await signIn({ origin, mailbox }, 'ann@example.com');
    lines.length = 0;
    const headers = { 'x-request-id': 'a-request-of-anns' };
    const { body } = await fetchJson(`${origin}/api/v1/profiles/hidden-name?q=secret`, {
      token,
      headers,
    });
    expect(body).toMatchObject({ reason: 'PROFILE_NOT_FOUND' });
    await fetchJson(`${origin}/trpc/users.me,no.such?batch=1`, { token });
    await expect.poll(logged).toHaveLength(2);
    const [rest, trpc] = logged();
    expect(rest).toMatchObject({
      call: 'a-request-of-anns',
      method: 'GET',
      route: expect.stringMatching(/^\/api\/v1\/profiles\/:/),
      procedures: ['profiles.read'],
      status: 404,
      user: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(trpc).toMatchObject({
      route: '/trpc/:path',
      procedures: ['users.me'],
      user: rest?.user,
    });
    expect(lines.join('')).not.toMatch(/hidden-name|secret|no\.such|nc_|ann@/);
  });

  it('names the method that was sent, whether a path has it or not', async () => {
    lines.length = 0;
    for (const method of ['PROPFIND', 'PUT']) {
      await fetchJson(`${service().origin}/api/v1/users/me`, { method });
    }
    await expect.poll(logged).toMatchObject([
      { method: 'PROPFIND', route: '/api/v1/users/me', status: 405 },
      { method: 'PUT', route: '/api/v1/users/me', status: 405 },
    ]);
  });
});

describe('without LOG_REQUESTS', () => {
  const service = useService({ logger });

  it('the log has no line for a request', async () => {
    lines.length = 0;
    await fetchJson(`${service().origin}/healthz`);
    expect(logged()).toEqual([]);
  });
});
