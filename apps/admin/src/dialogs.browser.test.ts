import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { dialogs, type DialogOf } from './testing/dialogs.ts';
import { codesOf, enterMailedCode } from './testing/mailed-codes.ts';
import { openAs, useFixture } from './testing/fixture.ts';

const fixture = useFixture();

const selectors = {
  radio: '[type="radio"]:checked',
  input: 'input:not([type="radio"])',
  textarea: 'textarea',
  submit: '[type="submit"]',
} as const;

/** Opens a dialog as people do. */
async function openBy(page: Page, opener: DialogOf['opener'], dialog: Locator) {
  if ('button' in opener) {
    await page.getByRole('button', { name: opener.button }).first().click();
    await dialog.waitFor();
    return;
  }
  await page.keyboard.press(opener.key);
  await dialog.waitFor();
}

/**
 * Submits by a key while the service fails. The dialog shows the error and stays
 * open.
 */
async function fail(page: Page, key: string, dialog: Locator): Promise<void> {
  await page.route('**/trpc/**', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: '' })
      : route.continue(),
  );
  await page.keyboard.press(key);
  await dialog.getByRole('alert').waitFor();
  await page.unroute('**/trpc/**');
}

const reads = new Set([
  'next',
  'search',
  'counts',
  'countMatching',
  'updates',
  'list',
  'inspect',
  'read',
  'me',
  'notes',
  'shift',
  'deliveries',
  'undoable',
  'town',
  'listActions',
]);

/** Whether all calls of a request only read. */
const isReading = (url: string): boolean =>
  new URL(url).pathname
    .replace(/^.*\/trpc\//, '')
    .split(',')
    .every((path) => reads.has(path.split('.').at(-1) ?? ''));

it.each(dialogs)(
  'the dialog for $what starts at its first field, keeps the focus, closes and submits by keys, and does not submit offline',
  async ({
    prepare,
    ofRow = false,
    opener,
    first,
    fill,
    submits = 'Enter',
    takesCode,
  }) => {
    const { path, title, isDone } = await prepare(fixture());
    const page = await openAs(fixture(), fixture().adminToken, path, {
      viewport: { width: 1440, height: 900 },
    });
    const mutations: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      // Reads are POSTs too, so that no proxy logs what is searched for.
      const isDecision = request.method() === 'POST' && !isReading(url);
      if (isDecision) mutations.push(url);
    });
    const row = page.locator('[role="grid"] [data-index]').first();
    if (ofRow) {
      await row.waitFor();
      await row.focus();
    }
    await page.waitForLoadState('networkidle');
    const dialog = page.getByRole('dialog', { name: title, exact: true });
    const isInside = () => dialog.evaluate((one) => one.contains(document.activeElement));

    await openBy(page, opener, dialog);
    const field = dialog.locator(`${selectors[first]}:focus`);
    await field.waitFor();
    for (let times = 0; times < 15; times += 1) {
      await page.keyboard.press('Tab');
      await expect.poll(isInside).toBe(true);
    }
    // The page under it is that of every-page and every-list.
    expect(await seriousFindings(page, { within: '[role="dialog"]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const origin =
      'button' in opener
        ? page.getByRole('button', { name: opener.button }).first()
        : row;
    await expect
      .poll(() => origin.evaluate((one) => one === document.activeElement))
      .toBe(true);
    expect([mutations, await isDone()]).toEqual([[], false]);

    await openBy(page, opener, dialog);
    await field.waitFor();
    await fill?.(dialog);
    if (submits !== 'none') await fail(page, submits, dialog);
    const tried = mutations.length;
    await page.context().setOffline(true);
    await dialog.getByText('You’re offline: nothing can be changed.').waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog.locator('[type="submit"]').click();
    await page.context().setOffline(false);
    await dialog.getByText('You’re offline').waitFor({ state: 'detached' });
    expect([mutations.length, await isDone()]).toEqual([tried, false]);

    await dialog.getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Control+Enter');
    if (takesCode) await enterMailedCode(page, codesOf(fixture()));
    await expect.poll(isDone).toBe(true);
    await dialog.waitFor({ state: 'detached' });
  },
);
