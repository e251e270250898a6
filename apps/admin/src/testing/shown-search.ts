import type { Page } from 'playwright-core';
import { searchInFragment } from '../address.ts';

/** The search that the URL of a page holds, such as `?state=active`. */
export const shownSearch = (page: Page): string =>
  searchInFragment.input({ url: new URL(page.url()) }).search;

/** One parameter of it. */
export const shownParameter = (page: Page, name: string): string | null =>
  new URLSearchParams(shownSearch(page)).get(name);
