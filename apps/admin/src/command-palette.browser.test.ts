import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { owner, useShell } from './testing/shell.ts';
import { heading } from './testing/tab.ts';

const shell = useShell();

describe('the command palette', () => {
  const openPalette = async (page: Page) => {
    await heading(page, /./).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
  };

  it('finds a profile by keys alone, and opens it', async () => {
    const page = await shell().open('/');
    await openPalette(page);
    await page.keyboard.type('cleo');
    await page.getByRole('option', { name: /^cleo/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await heading(page, 'cleo').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/profiles/cleo');
  });

  it('finds a user by a part of the address', async () => {
    const page = await shell().open('/');
    await openPalette(page);
    await page.keyboard.type('owner@ex');
    const users = page.getByRole('group', { name: 'Users' });
    await users.getByRole('option').waitFor();
    // The owner's profiles come first: their address is a part of them.
    await users.getByRole('option').click();
    await expect.poll(() => heading(page, owner).isVisible()).toBe(true);
  });

  it('goes to pages and does what any key does, the page’s own included', async () => {
    const page = await shell().open(`/users/${shell().ownerId}`);
    await heading(page, owner).waitFor();
    await openPalette(page);
    await page.keyboard.type('role change');
    await page.getByRole('option', { name: /^Change the role/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: `Role of ${owner}` }).waitFor();
    await page.keyboard.press('Escape');

    await openPalette(page);
    await page.keyboard.type('go to hist');
    await page.getByRole('option', { name: /^Go to History/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('says where nothing is found, and closes where it was opened', async () => {
    const page = await shell().open('/');
    await openPalette(page);
    await page.keyboard.type('zzzz-nothing');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openPalette(page);
    expect(await page.getByRole('combobox').inputValue()).toBe('');
  });

  it('shows moderators nothing of users', async () => {
    const page = await shell().open('/', { token: shell().moderatorToken });
    await openPalette(page);
    await page.keyboard.type('owner');
    await page.getByRole('group', { name: 'Profiles' }).waitFor();
    expect(await page.getByRole('group', { name: 'Users' }).count()).toBe(0);
  });
});
