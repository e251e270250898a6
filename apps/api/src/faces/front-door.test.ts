import { describe, expect, it } from 'vitest';
import { fetchJson, refusal } from '@namecard/testing';
import { useService } from '../testing/start-service.ts';

const service = useService();
const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${service().origin}${path}`, { headers, redirect: 'manual' });

describe('the way in', () => {
  it('names the admin app and the reference to a browser, and where the mailbox’s address is', async () => {
    const answer = await get('/', browser);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
    const page = await answer.text();
    for (const address of ['/admin/', '/docs']) {
      expect(page).toContain(`href="${address}"`);
    }
    expect(page).toContain('DATA_DIR/mailbox-url');
  });

  it('leads programs to the reference', async () => {
    const answer = await get('/', { accept: '*/*' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs']);
  });
});

describe('a path that nobody knows', () => {
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
  ])('is the error that it always was where programs are answered: %s', async (path) => {
    const answer = await get(path, browser);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  });
});
