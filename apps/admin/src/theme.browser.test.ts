import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { focusedText, useShell } from './testing/shell.ts';
import { heading } from './testing/tab.ts';

const shell = useShell();

const more = (page: Page) => page.getByRole('button', { name: 'More' });

describe('the theme', () => {
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = 'rgb(255, 255, 255)';
  const dark = 'rgb(20, 20, 24)';

  it('is the system’s until one is chosen, and then stays from the first paint', async () => {
    const page = await shell().open('/', { colorScheme: 'light' });
    await heading(page, 'Desk').waitFor();
    await expect.poll(() => background(page)).toBe(light);

    await more(page).click();
    const landmark = page.getByRole('region', { name: 'More' });
    await landmark.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => background(page)).toBe(dark);
    expect(await seriousFindings(page)).toEqual([]);

    // Before the app's code is loaded.
    await page.route(/assets\/index-.*\.js$/, (route) => route.abort());
    await page.reload();
    await expect.poll(() => background(page)).toBe(dark);
    await page.unroute(/assets\/index-.*\.js$/);
    await page.reload();
    await more(page).click();
    await page.getByRole('menuitemradio', { name: 'As the system' }).click();
    await expect.poll(() => background(page)).toBe(light);
  });
});

describe('the menu', () => {
  it('opens by Enter, and End leads to signing out', async () => {
    const page = await shell().open('/');
    await more(page).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => focusedText(page)).toContain('Sign out');
  });
});
