import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { mailedCode, type Service } from './call-service.ts';

type TabOptions = BrowserContextOptions & {
  /** The session's token. Without it nobody is signed in. */
  token?: string;
};

export async function openTab(
  browser: Browser,
  service: Service,
  path: string,
  { token, ...options }: TabOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  if (token !== undefined) {
    // Only once, so that later changes by the app itself stay.
    await page.goto(`${service.origin}/admin/start.js`);
    await page.evaluate((held) => sessionStorage.setItem('namecard.token', held), token);
  }
  await page.goto(`${service.origin}/admin${path}`);
  return page;
}

export async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
}

/** Types the newest mailed code. */
export async function enterCode(
  page: Page,
  service: Service,
  email: string,
): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(service, email));
  await page.keyboard.press('Enter');
}

/** Signs in through the page, by keyboard. */
export async function signIn(page: Page, service: Service, email: string): Promise<void> {
  await askForCode(page, email);
  await enterCode(page, service, email);
}

export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });

export const heldToken = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('namecard.token') ?? '');

export const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent);
