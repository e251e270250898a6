import { createTestDatabase } from '@namecard/db/testing';
import { cuttableLink, fetchJson, refusal, signIn } from '@namecard/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportFailure } from './telemetry.ts';
import { startOn, startTestService, useService } from '../testing/start-service.ts';

const metricsToken = 'a-token-for-metrics-only';
const healthy = useService({ settings: { METRICS_TOKEN: metricsToken } });

const readiness = (origin: string, headers: Record<string, string> = {}) =>
  fetchJson(`${origin}/readyz`, { headers });

const allWell = { status: 'ok', database: 'ok', mail: 'ok', memory: 'ok' };

describe('/healthz and /readyz', () => {
  it('say that all is well', async () => {
    expect(await fetchJson(`${healthy().origin}/healthz`)).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    });
    expect(await readiness(healthy().origin)).toMatchObject({
      status: 200,
      body: allWell,
    });
  });

  it.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip'])(
    'say no more through a proxy (%s), unless the request has the token',
    async (header) => {
      const { body } = await readiness(healthy().origin, { [header]: '127.0.0.1' });
      expect(body).toEqual({ status: 'ok' });
      const told = { [header]: '127.0.0.1', authorization: `Bearer ${metricsToken}` };
      expect((await readiness(healthy().origin, told)).body).toEqual(allWell);
      const wrong = { ...told, authorization: 'Bearer wrong' };
      expect((await readiness(healthy().origin, wrong)).body).toEqual({ status: 'ok' });
    },
  );

  it.each([
    ['53100', 'full'],
    ['25006', 'read_only'],
  ])(
    'say why the database takes no writes, but not that the service is down: %s',
    async (code, database) => {
      const error = Object.assign(new Error('could not write'), { code });
      const { service, origin, stop } = await startTestService();
      reportFailure(service.parts, error, { path: 'profiles.create' });
      expect(await readiness(origin)).toMatchObject({
        status: 200,
        body: { status: 'ok', database, mail: 'ok' },
      });
      await stop();
    },
  );

  it('say that it is not ready without memory, and tell insiders why', async () => {
    const { service, origin, stop } = await startTestService();
    service.parts.health.noteMemory(true);
    expect(await readiness(origin)).toMatchObject({
      status: 503,
      body: { status: 'unavailable', database: 'ok', mail: 'ok', memory: 'exceeded' },
    });
    const { body } = await readiness(origin, { 'x-forwarded-for': '192.0.2.1' });
    expect(body).toEqual({ status: 'unavailable' });
    service.parts.health.noteMemory(false);
    expect((await readiness(origin)).status).toBe(200);
    await stop();
  });

  it('need no sign-in, and answer HEAD', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await fetchJson(`${healthy().origin}${path}`, { method: 'HEAD' });
      expect(answer).toMatchObject({ status: 200, body: '' });
    }
  });
});

describe('while the database is gone', () => {
  let link: Awaited<ReturnType<typeof cuttableLink>>;
  let origin: string;
  let token: string;
  const started = new AsyncDisposableStack();

  beforeAll(async () => {
    const database = await createTestDatabase();
    started.defer(database.drop);
    link = await cuttableLink(database.url);
    started.defer(() => link.cut());
    const service = await startOn(link.url);
    started.defer(() => service.close());
    origin = service.address;
    token = await signIn({ origin, mailbox: service.mailbox }, 'ann@example.com');
    await link.cut();
  });
  afterAll(async () => started.disposeAsync());

  it('the service is alive but not ready', async () => {
    expect((await fetchJson(`${origin}/healthz`)).status).toBe(200);
    await expect
      .poll(() => readiness(origin))
      .toMatchObject({
        status: 503,
        body: { status: 'unavailable', database: 'unavailable', mail: 'degraded' },
      });
    const proxied = await readiness(origin, { 'x-forwarded-for': '192.0.2.1' });
    expect(Number(proxied.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(proxied.body).toEqual({ status: 'unavailable' });
  });

  it('each call gets 503 with Retry-After over REST and tRPC, without details of the database', async () => {
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
  });

  it('the service is ready again when that is back', async () => {
    await link.mend();
    await expect
      .poll(() => readiness(origin))
      .toMatchObject({ status: 200, body: { database: 'ok' } });
    expect((await fetchJson(`${origin}/api/v1/users/me`, { token })).status).toBe(200);
  });

  it('a few hundred calls do not block later ones', async () => {
    const ask = () => fetchJson(`${origin}/api/v1/profiles`, { token });
    const during = Array.from({ length: 100 }, ask);
    await link.cut();
    const statuses = (
      await Promise.all([...during, ...Array.from({ length: 100 }, ask)])
    ).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    await link.mend();
    const after = await Promise.all(Array.from({ length: 100 }, ask));
    expect(after.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
