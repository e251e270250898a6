import { setTimeout as sleep } from 'node:timers/promises';
import { fetchJson, refusal } from '@namecard/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { Visitor } from '../../testing/visitor.ts';

const service = useService({
  settings: { PUBLIC_PROFILES: 'true' },
  memory: { heap: Infinity, live: Infinity, resident: 0 },
});

const callMe = () => fetchJson(`${service().origin}/api/v1/users/me`);

beforeAll(async () => {
  while (refusal(await callMe()) !== '503 UNAVAILABLE') await sleep(20);
});

const retryAfter = ({ headers }: { headers: Headers }) =>
  Number(headers.get('retry-after'));

describe('while the process has no memory left', () => {
  it.each(['/', '/me', '/sign-in', '/@ann'])('%s says so on a page', async (path) => {
    const visitor = new Visitor(service(), { 'accept-language': 'en' });
    visitor.cookies.set('namecard', 'np_token');
    const answer = await visitor.get(path);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(answer.headers.get('cache-control')).toMatch(/no-store/);
    expect(retryAfter(answer)).toBeGreaterThanOrEqual(1);
    expect(retryAfter(await callMe())).toBeGreaterThanOrEqual(1);
    const page = await answer.text();
    expect(page).toContain('<h1>That did not work</h1>');
    expect(page).toContain('The service can’t answer now. Try again in a moment.');
  });

  it('a page says so in the language that the member chose', async () => {
    const visitor = new Visitor(service(), { 'accept-language': 'en' });
    visitor.cookies.set('namecard-language', 'de');
    expect(await (await visitor.get('/me')).text()).toContain('<html lang="de">');
  });

  it('a form says so, in the language of the browser', async () => {
    const visitor = new Visitor(service(), { 'accept-language': 'de' });
    const answer = await visitor.post('/sign-in', { email: 'ann@example.com' });
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('<html lang="de">');
  });
});
