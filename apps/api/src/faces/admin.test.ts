import { fetchJson, refusal } from '@namecard/testing';
import { defaultProduct } from '@namecard/look';
import fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { mountAdmin } from './admin.ts';
import { ensureAdminIsBuilt } from '../testing/built-admin.ts';
import { useService } from '../testing/start-service.ts';

beforeAll(ensureAdminIsBuilt, 120_000);

const service = useService();

const get = (path: string) => fetchJson(`${service().origin}${path}`);

/** The URLs of the page's assets. */
async function assets(): Promise<string[]> {
  const { body } = await get('/admin/');
  const found = String(body).matchAll(/(?:src|href)="(\/admin\/assets\/[^"]+)"/g);
  return [...found].flatMap(([, path]) => path ?? []);
}

describe('the page of a product with another name', () => {
  const branded = useService({
    settings: {
      PRODUCT_NAME: '<b>"Fish" & $& Chips',
      PRODUCT_COLOR: '#FFD700',
      PRODUCT_URL: 'https://cards.example.com/?a="b',
      IMPRINT_URL: 'https://example.com/imprint',
    },
  });
  const metaIn = (page: unknown) =>
    Object.fromEntries(
      [
        ...String(page).matchAll(/<meta name="product-([\w-]+)" content="([^"]*)" \/>/g),
      ].map(([, name, content]) => [name, content]),
    );

  it('names the product for the app, escaped, at every path', async () => {
    for (const path of [
      '/admin',
      '/admin/',
      '/admin/index.html',
      '/admin/users/an-id?a=1',
    ]) {
      const { status, body } = await fetchJson(`${branded().origin}${path}`);
      expect(status).toBe(200);
      expect(metaIn(body)).toEqual({
        name: '&lt;b&gt;&quot;Fish&quot; &amp; $&amp; Chips',
        initial: '&lt;',
        color: '#ffd700',
        'text-color': '#000000',
        url: 'https://cards.example.com/?a=&quot;b',
        imprint: 'https://example.com/imprint',
      });
      expect(body).toContain(
        '<title>&lt;b&gt;&quot;Fish&quot; &amp; $&amp; Chips Admin</title>',
      );
    }
  });

  it('shows our mark if nothing is set', async () => {
    expect(metaIn((await get('/admin/')).body)).toEqual({ name: 'Namecard' });
  });
});

describe('the admin app', () => {
  it('is a page that browsers request again each time', async () => {
    const { status, headers, body } = await get('/admin/');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(body).toContain('<html');
  });

  it('has assets that are cached for good', async () => {
    const paths = await assets();
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const { status, headers } = await get(path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
  });

  it.each([
    { range: 'bytes=99999999-' },
    { 'if-match': '"x"' },
    { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
  ])('is sent whole, and ignores the header: %o', async (headers) => {
    const [asset = ''] = await assets();
    for (const path of ['/admin/', asset]) {
      expect((await fetchJson(`${service().origin}${path}`, { headers })).status).toBe(
        200,
      );
    }
  });

  it('was compressed when it was built', async () => {
    const [asset = ''] = await assets();
    const { headers } = await fetchJson(`${service().origin}${asset}`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.get('content-encoding')).toBe('br');
  });

  it('is not the answer for a missing asset', async () => {
    expect(refusal(await get('/admin/assets/gone-1234.js'))).toBe('404 PATH_NOT_FOUND');
  });

  it.each([
    '/admin/../package.json',
    '/admin/%2e%2e/package.json',
    '/admin/..%2fpackage.json',
  ])('does not serve files beside it: %s', async (path) => {
    expect((await get(path)).body).not.toMatchObject({ name: expect.anything() });
  });
});

describe('an admin app that is not built', () => {
  it.each(['/admin', '/admin/', '/admin/profiles'])(
    'says what to do at %s',
    async (url) => {
      const app = fastify();
      const unbuilt = import.meta.dirname;
      await mountAdmin(app, { ...defaultProduct, url: undefined }, unbuilt);
      const answer = await app.inject({ url });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({
        reason: 'PATH_NOT_FOUND',
        message: expect.stringContaining('npm run build'),
      });
    },
  );
});
