import type { Locator, Page } from 'playwright-core';

/** The list of profiles, once it is visible. */
export async function gridOf(page: Page): Promise<Locator> {
  const grid = page.getByRole('grid', { name: 'Profiles' });
  await grid.waitFor();
  return grid;
}

export async function pressTimes(page: Page, key: string, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    await page.keyboard.press(key);
  }
}

/** Presses keys one after the other: `j h Enter`. `held` is in milliseconds. */
export async function pressKeys(page: Page, keys: string, held = 0): Promise<void> {
  for (const key of keys.trim().split(' ')) {
    await page.keyboard.press(key, { delay: held });
  }
}
