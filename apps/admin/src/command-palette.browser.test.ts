import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { owner, useShell } from './testing/shell.ts';
import { shownParameter } from './testing/shown-search.ts';
import { heading } from './testing/tab.ts';

const shell = useShell();

describe('the command palette', () => {
  const openPalette = async (page: Page) => {
    await heading(page, /./).waitFor();
    // One that is closing would still take the keys.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    // It ignores keys until its field has the focus.
    await page
      .getByRole('combobox', { name: 'Command palette' })
      .and(page.locator(':focus'))
      .waitFor();
  };

  /** The first option, which Enter chooses. */
  const first = (page: Page) => page.getByRole('option').first();

  it('lists a profile first if its whole name is typed, and opens it by keys', async () => {
    const page = await shell().open('/');
    await openPalette(page);
    await page.keyboard.type('cleo');
    await expect.poll(() => first(page).innerText()).toMatch(/^cleo/);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await heading(page, 'cleo').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/profiles/cleo');
  });

  it('lists first the user with the typed address or a part with its @, then mail to it, then profiles', async () => {
    const page = await shell().open('/');
    await openPalette(page);
    await page.keyboard.type(owner);
    const found = () => page.getByRole('option').allInnerTexts();
    // Users and profiles are found by two calls.
    await expect
      .poll(async () => (await found()).slice(0, 3))
      .toEqual([
        expect.stringMatching(/^owner@example\.com/),
        expect.stringMatching(/^Mail to owner@example\.com/),
        expect.stringMatching(/^(ann|bob|cleo)/),
      ]);
    await page.keyboard.press('Enter');
    await heading(page, owner).waitFor();

    await openPalette(page);
    await page.keyboard.type('owner@');
    await expect.poll(() => first(page).innerText()).toMatch(/^owner@example\.com/);
  });

  it('opens the user even if Enter comes before the search has answered', async () => {
    const page = await shell().open('/');
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(/users\.search/, async (route) => {
      await held;
      await route.continue();
    });
    await openPalette(page);
    await page.keyboard.type(owner);
    await page.keyboard.press('Enter');
    release(undefined);
    await heading(page, owner).waitFor();
    expect(page.url()).toContain(`/users/${shell().ownerId}`);
  });

  it('opens pages and runs the command of any shortcut, found by what it is for, also those of the page', async () => {
    const page = await shell().open(`/users/${shell().ownerId}`);
    await heading(page, owner).waitFor();
    await openPalette(page);
    await page.keyboard.type('role change');
    await page.getByRole('option', { name: /^Change the role/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: `Role of ${owner}` }).waitFor();
    await page.keyboard.press('Escape');

    await openPalette(page);
    await page.keyboard.type('wrong email');
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Change the address/),
        expect.stringMatching(/^Go to Users/),
      ]);
    await page.keyboard.press('Escape');

    await openPalette(page);
    await page.keyboard.type('go to hist');
    await page.getByRole('option', { name: /^Go to History/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('says that nothing was found, is empty when it opens again, stays open at its own key, and opens the mail of an address without an account', async () => {
    const page = await shell().open('/');
    await openPalette(page);
    await page.keyboard.type('zzzz-nothing');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    await openPalette(page);
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('nobody@example.net');
    await page.getByRole('option', { name: 'Mail to nobody@example.net' }).click();
    await expect.poll(() => shownParameter(page, 'address')).toBe('nobody@example.net');
    expect(new URL(page.url()).pathname).toBe('/admin/mail');
  });
});
