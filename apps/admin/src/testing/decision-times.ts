/**
 * `node apps/admin/src/testing/decision-times.ts`: how long after a digit the next row is ready, on links of several latencies
 * and 50 kB a second, in 100 decisions each. It measures time, so it runs by hand.
 */
import { percentile, startService, signIn } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { callService, type Service } from './service.ts';
import { throttle } from './throttle.ts';

const latencies = [50, 150, 400, 800];
const decisions = 100;

const admin = 'admin@example.com';

async function openList(page: Page, { origin }: Service, token: string): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((held) => sessionStorage.setItem('namecard.token', held), token);
  await page.goto(`${origin}/admin/profiles?state=active`);
  await page.locator('[data-index]').first().waitFor();
}

/** Notes when a digit is pressed, and when another row with a name has the focus and is drawn. */
const watch = () => {
  const nameOf = (element: Element | null) => element?.querySelector('a')?.textContent;
  const times: number[] = [];
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (!/^[1-6]$/.test(key)) return;
      const began = performance.now();
      const before = nameOf(document.activeElement);
      const look = () => {
        const now = nameOf(document.activeElement);
        if (now !== undefined && now !== before) times.push(performance.now() - began);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
  Reflect.set(window, 'decisionTimes', times);
};

async function measure(page: Page): Promise<number[]> {
  await page.evaluate(watch);
  await page.keyboard.press('j');
  for (let count = 0; count < decisions; count += 1) {
    await page.keyboard.press(String(1 + (count % 6)));
    await page.waitForFunction(
      (wanted) => Reflect.get(window, 'decisionTimes').length > wanted,
      count,
    );
  }
  return page.evaluate(() => Reflect.get(window, 'decisionTimes'));
}

async function restoreAll({ moderation }: ReturnType<typeof callService>): Promise<void> {
  for (;;) {
    const { data } = await moderation.profiles.search.query({ state: 'hidden' });
    if (data.profiles.length === 0) return;
    const profiles = data.profiles.map(({ id, revision }) => ({ id, revision }));
    await moderation.profiles.restoreMany.mutate({ profiles });
  }
}

const service = await startService({}, { args: ['--demo'] });
const browser = await openBrowser();
try {
  const token = await signIn(service, admin);
  for (const latency of latencies) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openList(page, service, token);
    await throttle(page, latency);
    const times = await measure(page);
    const part = (share: number) => Math.round(percentile(times, share));
    process.stdout.write(
      `${latency} ms: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, longest ${part(1)} ms\n`,
    );
    await page
      .locator('header')
      .getByText(/^Saving|^No answer/)
      .waitFor({ state: 'detached' });
    await page.close();
    await restoreAll(callService(service, token));
  }
} finally {
  await browser.close();
  await service.stop();
}
