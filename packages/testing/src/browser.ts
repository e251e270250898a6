import type { Browser } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';

export async function openBrowser(flags: readonly string[] = []): Promise<Browser> {
  // Most tests need no browser.
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...flags],
  });
}

/** By their flags, for all test files of this process. They end with the process. */
const shared = new Map<string, Promise<Browser>>();

function openShared(flags: readonly string[]): Promise<Browser> {
  const name = flags.join(' ');
  const opening = shared.get(name) ?? openBrowser(flags);
  shared.set(name, opening);
  return opening;
}

/**
 * For a test file. All files of a process share one Chromium, and each test gets
 * new contexts: the storage and the cache of a person's browser. They are closed
 * after the test.
 * @param flags more of its command line
 */
export function useBrowser(flags: readonly string[] = []): () => Browser {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await openShared(flags);
  });
  afterEach(async () => {
    await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
  });
  return () => {
    if (!browser) throw new Error('The browser starts before the tests of the file');
    return browser;
  };
}
