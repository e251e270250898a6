import { Buffer } from 'node:buffer';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './testing/browser.ts';
import { startService, tokenOf, type Service } from './testing/service.ts';
import { heading, openTab } from './testing/tab.ts';
import { gzipSync } from 'node:zlib';

/** What the first load may take, in bytes of compressed JavaScript. */
const budget = 200_000;

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** All JavaScript that a page has loaded by now, in bytes as gzip makes of them. */
function countScripts(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) {
      sizes.push(response.body().then((body) => gzipSync(Buffer.from(body), { level: 9 }).length));
    }
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe('the first load', () => {
  it('takes less than 200 kB of compressed JavaScript, to the sign-in and to the start page', async () => {
    const page = await openTab(browser, service, '/');
    const toSignIn = countScripts(page);
    await page.reload();
    await page.getByLabel('Email address').waitFor();
    await page.waitForLoadState('networkidle');

    const context = await browser.newContext();
    const start = await context.newPage();
    const token = await tokenOf(service, 'admin@example.com');
    await start.addInitScript((held) => sessionStorage.setItem('namecard.token', held), token);
    const toStart = countScripts(start);
    await start.goto(`${service.origin}/admin/`);
    await heading(start, 'Overview').waitFor();
    await start.waitForLoadState('networkidle');

    const taken = { signIn: await toSignIn(), start: await toStart() };
    expect(taken.signIn).toBeGreaterThan(50_000);
    expect(taken.signIn).toBeLessThan(budget);
    expect(taken.start).toBeGreaterThan(taken.signIn);
    expect(taken.start).toBeLessThan(budget);
  });
});
