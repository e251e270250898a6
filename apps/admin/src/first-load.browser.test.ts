import { useTestDatabase } from '@namecard/db/testing';
import { useBrowser } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callService,
  startService,
  tokenOf,
  type Service,
} from './testing/call-service.ts';
import { openTab } from './testing/tab.ts';

/**
 * Limits of a first load: bytes on the wire (with headers and fonts), and
 * requests.
 */
const budget = { bytes: 280_000, requests: 12 };

const browser = useBrowser();
const database = useTestDatabase();
let service: Service;
let adminToken: string;

beforeAll(async () => {
  service = await startService({ DATABASE_URL: database().url }, { demo: true });
  adminToken = await tokenOf(service, 'admin@example.com');
  // Text in other alphabets loads no other font.
  const { profiles } = callService(service, await tokenOf(service, 'owner@example.com'));
  await profiles.create.mutate({ username: 'polyglot', referral: 'Привет' });
  await profiles.updateSocials.mutate({
    username: 'polyglot',
    about: 'Пишу о городах · 東京在住 · Γράφω',
  });
});

afterAll(async () => {
  await service?.stop();
});

/** Counts the network traffic of Chromium. Cached files count nothing. */
async function countTraffic(page: Page): Promise<{ bytes: number; requests: number }> {
  const traffic = { bytes: 0, requests: 0 };
  const network = await page.context().newCDPSession(page);
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    traffic.bytes += encodedDataLength;
    traffic.requests += encodedDataLength > 0 ? 1 : 0;
  });
  await network.send('Network.enable');
  return traffic;
}

async function loadAnew(path: string, token?: string) {
  const page = await openTab(
    browser(),
    service,
    '/start.js',
    token === undefined ? {} : { token },
  );
  const network = await page.context().newCDPSession(page);
  await network.send('Network.clearBrowserCache');
  const traffic = await countTraffic(page);
  await page.goto(`${service.origin}/admin${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().close();
  return traffic;
}

describe('the first load', () => {
  it.each([
    { name: 'the sign-in', path: '/', isSignedIn: false },
    // Its first case is asked for once its item is known.
    { name: 'the desk', path: '/', isSignedIn: true, calls: 1 },
    { name: 'the list', path: '/profiles', isSignedIn: true },
    { name: 'one profile', path: '/profiles/polyglot', isSignedIn: true },
    { name: 'users', path: '/users', isSignedIn: true },
    { name: 'the history', path: '/history', isSignedIn: true },
  ])(
    'of $name takes less than 280 kB in at most 12 requests, and one for a case',
    async ({ path, isSignedIn, calls = 0 }) => {
      const traffic = await loadAnew(path, isSignedIn ? adminToken : undefined);
      expect(traffic.bytes).toBeGreaterThan(100_000);
      expect(traffic.bytes).toBeLessThan(budget.bytes);
      expect(traffic.requests).toBeLessThanOrEqual(budget.requests + calls);
    },
  );

  it.each([
    { who: 'somebody who is signed in', isSignedIn: true, ahead: ['desk', 'shell'] },
    { who: 'nobody else', isSignedIn: false, ahead: [] },
  ])('shows the frame before the app has loaded, to $who', async (expected) => {
    const page = await openTab(
      browser(),
      service,
      '/start.js',
      expected.isSignedIn ? { token: adminToken } : {},
    );
    await page.route(/assets\/index-.*\.js$/, () => {});
    const ahead: string[] = [];
    page.on('request', (request) => {
      const [, name] = /assets\/(?!index|start)(\w+)-.*\.js$/.exec(request.url()) ?? [];
      if (name !== undefined) ahead.push(name);
    });
    await page.goto(`${service.origin}/admin/`, { waitUntil: 'commit' });
    await page.getByText('Opening…').waitFor({ state: 'attached' });
    await expect
      .poll(() => page.getByText('Opening…').isVisible())
      .toBe(expected.isSignedIn);
    await page.waitForFunction(() =>
      [...document.styleSheets].some(({ href }) => href?.includes('/assets/')),
    );
    await expect.poll(() => ahead.toSorted()).toEqual(expected.ahead);
    // A class of this name has an outline by Tailwind.
    expect(await page.locator('.outline').count()).toBe(0);
    await page.context().close();
  });
});
