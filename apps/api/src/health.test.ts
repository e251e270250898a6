import { createTestDatabase } from '@namecard/db/testing';
import { cuttableLink, fetchJson, refusal, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { startOn, useService } from './testing/start-service.ts';

const healthy = useService();

/** A service whose database can be cut off. */
async function startCuttable() {
  const database = await createTestDatabase();
  const link = await cuttableLink(database.url);
  const service = await startOn(link.url);
  return {
    origin: service.address,
    link,
    stop: async () => {
      await service.close();
      await link.cut();
      await database.drop();
    },
  };
}

describe('/healthz and /readyz', () => {
  it('say that all is well', async () => {
    expect(await fetchJson(`${healthy().origin}/healthz`)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await fetchJson(`${healthy().origin}/readyz`)).toMatchObject({
      status: 200,
      body: { status: 'ok', database: 'ok', mail: 'ok' },
    });
  });

  it('need no sign-in, and answer HEAD', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetchJson(`${healthy().origin}${path}`, { method: 'HEAD' });
      expect(answer).toMatchObject({ status: 200, body: '' });
    }
  });
});

describe('while the database is gone', () => {
  it('the service lives, is not ready, and is again when the database is back', async () => {
    const { origin, link, stop } = await startCuttable();
    const token = await signIn(origin, 'ann@example.com');
    await link.cut();
    expect((await fetchJson(`${origin}/healthz`)).status).toBe(200);
    const { status, headers, body } = await fetchJson(`${origin}/readyz`);
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ database: 'unavailable' });

    await link.mend();
    expect(await fetchJson(`${origin}/readyz`)).toMatchObject({
      status: 200,
      body: { database: 'ok' },
    });
    expect((await fetchJson(`${origin}/api/v1/users/me`, { token })).status).toBe(200);
    await stop();
  });

  it('every call answers 503 with Retry-After on both faces, and says nothing of the database', async () => {
    const { origin, link, stop } = await startCuttable();
    const token = await signIn(origin, 'ann@example.com');
    await link.cut();
    const rest = await fetchJson(`${origin}/api/v1/profiles`, { token });
    expect(refusal(rest)).toBe('503 UNAVAILABLE');
    const signUp = await fetchJson(`${origin}/api/v1/auth/send-code`, {
      json: { email: 'bob@example.com' },
    });
    expect(refusal(signUp)).toBe('503 UNAVAILABLE');
    const trpc = await fetchJson(`${origin}/trpc/users.me`, { token });
    expect(trpc.status).toBe(503);
    expect(trpc.body).toMatchObject({ error: { data: { reason: 'UNAVAILABLE' } } });
    for (const { headers, body } of [rest, signUp, trpc]) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.stringify(body)).not.toMatch(/ECONN|127\.0\.0\.1|postgres|select/i);
    }
    await stop();
  });

  it('a few hundred calls leave nothing behind that keeps the next from being answered', async () => {
    const { origin, link, stop } = await startCuttable();
    const token = await signIn(origin, 'ann@example.com');
    const ask = () => fetchJson(`${origin}/api/v1/profiles`, { token });
    const during = Array.from({ length: 100 }, ask);
    await link.cut();
    const statuses = (await Promise.all([...during, ...Array.from({ length: 100 }, ask)])).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await link.mend();
    const after = await Promise.all(Array.from({ length: 100 }, ask));
    expect(after.filter(({ status }) => status !== 200)).toEqual([]);
    await stop();
  });
});
