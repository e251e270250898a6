import axe, { type AxeResults } from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

/** One Chromium for the test file. Call the getter only within tests and hooks. */
export function useBrowser(): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    });
  });
  afterAll(async () => browser?.close());
  return () => {
    if (!browser) {
      throw new Error('The browser is there only while tests run');
    }
    return browser;
  };
}

export type Visit = { page: Page; mistakes: string[] };

/** A page in a new context, and the errors of its scripts and console. */
export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const mistakes: string[] = [];
  page.on('pageerror', (error) => mistakes.push(error.message));
  page.on('console', (message) => {
    // The browser reports every refused call. The page handles those.
    if (
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource')
    ) {
      mistakes.push(message.text());
    }
  });
  await page.goto(address);
  return { page, mistakes };
}

/** Lists what is not accessible on the page at this moment. */
export async function barriers(page: Page): Promise<string[]> {
  await page.addScriptTag({ content: axe.source });
  const results = await page.evaluate<AxeResults>('axe.run()');
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`,
  );
}
