import type { Locator, Page } from 'playwright-core';

/** The row of a list whose first cell says a name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) });

/** The names in the list, from the top, as far as they are drawn. */
export const namesIn = (page: Page): Promise<string[]> =>
  page.locator('[role="grid"] [data-index] a').allTextContents();
