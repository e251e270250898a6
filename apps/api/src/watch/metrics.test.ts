import { fetchJson, refusal } from '@namecard/testing';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.ts';
import { useService } from '../testing/start-service.ts';

const token = 'a token, for metrics only';

describe('metrics without a token', () => {
  const service = useService();

  it('tell the duration of each route, by its pattern and never by its parameters', async () => {
    await fetchJson(`${service().origin}/api/v1/profiles/somebody`);
    const { status, body } = await fetchJson(`${service().origin}/metrics`);
    expect(status).toBe(200);
    expect(body).toMatch(
      /http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/profiles\//,
    );
    expect(body).toContain('namecard_waiting_search 0');
    expect(body).toContain('namecard_short_codes_closed 0');
    expect(body).toContain('process_resident_memory_bytes');
    expect(body).toContain('namecard_errors_total{reason="TOKEN_INVALID"} 1');
    expect(body).toContain('namecard_mails_held 0');
    expect(body).not.toContain('somebody');
  });
});

describe('metrics with a token', () => {
  const service = useService({ settings: { METRICS_TOKEN: token } });
  const ask = (authorization?: string) =>
    fetchJson(`${service().origin}/metrics`, {
      ...(authorization !== undefined && { headers: { authorization } }),
    });

  it('are sent to clients with the token, as a Bearer token or a Basic password', async () => {
    expect((await ask(`Bearer ${token}`)).status).toBe(200);
    expect((await ask(`Basic ${btoa(`anybody:${token}`)}`)).status).toBe(200);
  });

  it.each([undefined, 'Bearer wrong'])('are refused with %j', async (authorization) => {
    const answer = await ask(authorization);
    expect(refusal(answer)).toBe('401 CREDENTIALS_INVALID');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });
});

describe('metrics in production', () => {
  const production = {
    NODE_ENV: 'production',
    POSTMARK_SERVER_TOKEN: 'a-server-token',
    POSTMARK_API_URL: 'http://127.0.0.1:9',
    EMAIL_FROM: 'hello@example.com',
  };
  const service = useService({ settings: production });

  it('do not exist without a token', async () => {
    expect(refusal(await fetchJson(`${service().origin}/metrics`))).toBe(
      '404 PATH_NOT_FOUND',
    );
  });
});

describe('a number that can’t be read', () => {
  it('is NaN, and delays the others for seconds at most', async () => {
    const metrics = new Metrics();
    const fail = async (): Promise<number> => {
      throw new Error('the database is away');
    };
    const never = new Promise<number>(() => {});
    const help = '-';
    metrics.addGauge({ name: 'one_that_fails', help }, fail);
    const byKind = { name: 'one_by_kind_that_fails', help, labelNames: ['kind'] };
    metrics.addGauge(byKind, fail);
    metrics.addGauge({ name: 'one_that_hangs', help }, () => never);
    metrics.addGauge({ name: 'another', help }, () => 5);
    const app = fastify();
    await metrics.mount(app, undefined);
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(/^one_that_fails nan$/im);
    expect(body).toMatch(/^one_that_hangs nan$/im);
    expect(body).not.toMatch(/^one_by_kind_that_fails[ {]/m);
    expect(body).toContain('\nanother 5\n');
    await app.close();
  });
});
