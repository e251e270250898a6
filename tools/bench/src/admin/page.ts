import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { SeededService } from './service.ts';

/**
 * Runs in the page before all else: notes when rows were first drawn, when the rows changed last, and every task that held
 * the page up for over 50 milliseconds, which is as short as browsers tell of.
 */
const observer = `
  window.seen = { firstRows: 0, lastChange: 0, longTasks: [] };
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });
  const rowsNow = () => [...document.querySelectorAll('[role=grid] [data-index] a[href*="/profiles/"]')]
    .map((link) => link.textContent).join();
  let rows = '';
  new MutationObserver(() => {
    const now = rowsNow();
    if (now === '' || now === rows) return;
    rows = now;
    requestAnimationFrame(() => {
      seen.lastChange = performance.now();
      seen.firstRows ||= seen.lastChange;
    });
  }).observe(document, { childList: true, subtree: true, characterData: true });
`;

/** Waits for an expression to hold in the page. It is asked from outside: the page's own policy lets no text be run. */
async function until(page: Page, expression: string): Promise<void> {
  while (!(await page.evaluate<boolean>(expression))) {
    await sleep(5);
  }
}

/** A tab that nobody has used before, with the list of profiles in it. */
export async function openList(
  browser: Browser,
  { origin, token }: SeededService,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addInitScript(observer);
  await context.addInitScript(
    `sessionStorage.setItem('namecard.token', ${JSON.stringify(token)})`,
  );
  const page = await context.newPage();
  await page.goto(`${origin}/admin/profiles`);
  await until(page, 'seen.firstRows > 0');
  return page;
}

/** Milliseconds from the navigation to the first rows on the screen. */
export async function timeFirstRows(
  browser: Browser,
  service: SeededService,
): Promise<number> {
  const page = await openList(browser, service);
  const milliseconds = await page.evaluate<number>('seen.firstRows');
  await page.context().close();
  return milliseconds;
}

export type SearchTimes = {
  /** Milliseconds from the last key to the rows on the screen, the pause that waits for another key included. */
  shown: number;
  /** Of these, what the service took to answer, with the way there and back. */
  answered: number;
};

/** Types a text into the search, and times what it finds. */
export async function timeSearch(page: Page, text: string): Promise<SearchTimes> {
  const answer = page.waitForResponse((response) =>
    response.url().includes('moderation.profiles.search'),
  );
  await page.evaluate('seen.lastChange = 0');
  await page.getByLabel('Search profiles').fill(text);
  const typed = await page.evaluate<number>('performance.now()');
  const response = await answer;
  await response.finished();
  await until(page, 'seen.lastChange > 0');
  const shown = (await page.evaluate<number>('seen.lastChange')) - typed;
  const { requestStart, responseEnd } = response.request().timing();
  return { shown, answered: responseEnd - requestStart };
}

export type ScrollTimes = {
  rows: number;
  seconds: number;
  longTasks: number[];
  drawn: number;
};

/** Scrolls with the wheel through so many rows, as fast as they load. */
export async function timeScroll(page: Page, rows: number): Promise<ScrollTimes> {
  await page.mouse.move(700, 600);
  await page.evaluate('seen.longTasks.length = 0');
  const began = performance.now();
  const lastIndex = `Math.max(...[...document.querySelectorAll('[data-index]')].map((row) => Number(row.dataset.index)))`;
  let reached = 0;
  let drawn = 0;
  while (reached < rows) {
    await page.mouse.wheel(0, 1_500);
    reached = await page.evaluate<number>(lastIndex);
    drawn = Math.max(
      drawn,
      await page.evaluate<number>('document.querySelectorAll("[data-index]").length'),
    );
  }
  return {
    rows: reached,
    seconds: (performance.now() - began) / 1_000,
    longTasks: await page.evaluate<number[]>(
      'seen.longTasks.map(({ duration }) => duration)',
    ),
    drawn,
  };
}
