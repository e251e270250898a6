/**
 * `node apps/admin/src/testing/decision-times.ts` measures the time from a digit
 * to the next ready row. It makes 100 decisions on links of several latencies and
 * 50 kB a second. It also measures 300 items on the desk at 150 ms. Timings
 * depend on the machine, so it runs by hand.
 */
import { percentile, startService, signIn, openBrowser } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { needsNote, reasons } from '../moderation/reasons.ts';
import { callService, type Service } from './call-service.ts';
import { throttle } from './throttle.ts';

const latencies = [50, 150, 400, 800];
const decisions = 100;
const items = 300;

/** Of the reasons that decide at once. The others open a note. */
const digits = reasons
  .map((reason, index) => (needsNote(reason) ? '' : String(index + 1)))
  .join('');

/**
 * Milliseconds between two keys on the desk, for a fast person who reads. The
 * desk gives out twenty items at a time.
 */
const pace = 250;

const admin = 'admin@example.com';

async function openList(page: Page, { origin }: Service, token: string): Promise<void> {
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((held) => sessionStorage.setItem('namecard.token', held), token);
  await page.goto(`${origin}/admin/profiles?state=active`);
  await page.locator('[data-index]').first().waitFor();
}

/**
 * Notes when a digit is pressed, and when another named row has the focus and is
 * drawn.
 */
const watch = () => {
  const nameOf = (element: Element | null) => element?.querySelector('a')?.textContent;
  const times: number[] = [];
  window.addEventListener(
    'keydown',
    ({ key }) => {
      if (!/^[1-6 ]$/.test(key)) return;
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

/** Presses this many keys, each after the next row is ready. */
async function measure(
  page: Page,
  presses: number,
  keyOf: (count: number) => string,
  pause = 0,
): Promise<number[]> {
  await page.evaluate(watch);
  for (let count = 0; count < presses; count += 1) {
    await page.waitForTimeout(pause);
    await page.keyboard.press(keyOf(count));
    await page.waitForFunction(
      (wanted) => Reflect.get(window, 'decisionTimes').length > wanted,
      count,
    );
  }
  return page.evaluate(() => Reflect.get(window, 'decisionTimes'));
}

function tell(what: string, times: readonly number[]): void {
  const part = (share: number) => Math.round(percentile(times, share));
  process.stdout.write(
    `${what}: p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, longest ${part(1)} ms\n`,
  );
}

const saved = (page: Page) =>
  page
    .locator('header')
    .getByText(/^Saving|^No answer/)
    .waitFor({ state: 'detached' });

/** Works through new cards on the desk and hides one in three. */
async function measureDesk(
  page: Page,
  service: Service,
  token: string,
): Promise<number[]> {
  const owner = callService(service, await signIn(service, 'many@example.com'));
  // One more, because there is no next row after the last.
  for (let made = 0; made <= items; made += 1) {
    await owner.profiles.create.mutate({ username: `desk-${made}`, referral: '' });
  }
  await page.goto(`${service.origin}/robots.txt`);
  await page.evaluate((held) => sessionStorage.setItem('namecard.token', held), token);
  await page.goto(`${service.origin}/admin/?lane=new`);
  await page.locator('[data-index]:focus').waitFor();
  await throttle(page, 150);
  return measure(page, items, (count) => (count % 3 === 0 ? '1' : 'Space'), pace);
}

const service = await startService({}, { demo: true });
const browser = await openBrowser();
try {
  const token = await signIn(service, admin);
  // First: its cards fill the lists below. In all there are fewer than 1,000 acts, because
  // a further act asks for a code.
  const desk = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  tell('The desk at 150 ms', await measureDesk(desk, service, token));
  await saved(desk);
  await desk.close();
  for (const latency of latencies) {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await openList(page, service, token);
    await throttle(page, latency);
    await page.keyboard.press('j');
    tell(
      `${latency} ms`,
      await measure(page, decisions, (count) => digits.charAt(count % digits.length)),
    );
    await saved(page);
    await page.close();
  }
} finally {
  await browser.close();
  await service.stop();
}
