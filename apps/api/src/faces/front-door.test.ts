import { describe, expect, it } from 'vitest';
import { fetchJson, refusal } from '@namecard/testing';
import { startOn, useService } from '../testing/start-service.ts';

const service = useService();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service().origin}${path}`, { headers, redirect: 'manual' });

describe('the first page', () => {
  it('links browsers to the admin app', async () => {
    const answer = await get('/', browser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await answer.text()).toContain('href="/admin/"');
  });

  it('redirects programs to the reference', async () => {
    const answer = await get('/', { accept: '*/*' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });
});

describe('the product’s name', () => {
  it('is on every page, as the operator writes it', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: { PRODUCT_NAME: 'Chess & <Friends>', PUBLIC_PROFILES: 'true' },
    });
    const { address, mailbox = '' } = instance;
    const paths = ['/', '/nowhere', '/@nobody', '/docs', '/docs/moderation', '/admin/'];
    const pages = [
      ...paths.map((path) => address + path),
      mailbox,
      `${address}/dev/mailbox`,
    ];
    const titles = await Promise.all(
      pages.map(async (page) => {
        const text = await (await fetch(page, { headers: browser })).text();
        return /<title>(.*)<\/title>/.exec(text)?.[1];
      }),
    );
    const document = await fetchJson(`${address}/api/v1/openapi.json`);
    await instance.close();
    for (const title of titles) {
      expect(title).toContain('Chess &amp; &lt;Friends&gt;');
    }
    expect(document.body).toMatchObject({ info: { title: 'Chess & <Friends>' } });
  });
});

describe('an unknown path', () => {
  it('is a page for browsers, and an error for programs', async () => {
    const answer = await get('/nowhere', browser);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('There is nothing at this address');
    expect(refusal(await fetchJson(`${service().origin}/nowhere`))).toBe(
      '404 PATH_NOT_FOUND',
    );
  });

  it.each([
    '/api/v1/nowhere',
    '/api',
    '/trpc/nowhere',
    '/docs/nowhere',
    '/admin/assets/nowhere.js',
  ])('is an error on the paths of programs: %s', async (path) => {
    const answer = await get(path, browser);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });
});
