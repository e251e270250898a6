import type { Locator, Page } from 'playwright-core';

/** The row whose first cell has this name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** The names of the drawn rows, from the top. */
export const namesIn = (page: Page): Promise<string[]> =>
  page.locator('[role="grid"] [data-index] a').allTextContents();
