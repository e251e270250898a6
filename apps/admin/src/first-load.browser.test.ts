import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './testing/browser.ts';
import { callService, startService, tokenOf, type Service } from './testing/service.ts';
import { openTab } from './testing/tab.ts';

/** What the first load may take, in bytes of compressed JavaScript. */
const budget = 200_000;

let service: Service;
let browser: Browser;
let adminToken: string;

beforeAll(async () => {
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  adminToken = await tokenOf(service, 'admin@example.com');
  const owner = callService(service, await tokenOf(service, 'owner@example.com'));
  await owner.profiles.create.mutate({ username: 'ann', referral: '' });
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** The chart comes when somebody scrolls to it: on an empty page that is at once, but after the page. */
const isLater = (address: string) => /\/chart-[\w-]+\.js$/.test(address);

/** All JavaScript that a page asks for until nothing more comes, in bytes as gzip makes of them. */
async function scriptsOf(path: string, token?: string): Promise<number> {
  const page = await openTab(browser, service, path, token === undefined ? {} : { token });
  const addresses = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script' && !isLater(request.url())) {
      addresses.add(request.url());
    }
  });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const sizes = [...addresses].map(async (address) => {
    const script = await (await fetch(address)).text();
    return gzipSync(script, { level: 9 }).length;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

describe('the first load', () => {
  it('takes less than 200 kB of compressed JavaScript to sign in', async () => {
    const size = await scriptsOf('/');
    expect(size).toBeGreaterThan(50_000);
    expect(size).toBeLessThan(budget);
  });

  it.each(['/', '/profiles', '/profiles/ann', '/users', '/history'])(
    'takes less than 200 kB of compressed JavaScript to open %s',
    async (path) => {
      const size = await scriptsOf(path, adminToken);
      expect(size).toBeGreaterThan(50_000);
      expect(size).toBeLessThan(budget);
    },
  );
});
