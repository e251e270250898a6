import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { moderator, owner, useShell } from './testing/shell.ts';
import { focusedText, heading } from './testing/tab.ts';

const shell = useShell();

/**
 * Opens a page whose other code never loads. The app loads it early, soon after
 * the page appears.
 */
const openWithout = async (files: RegExp, path: string): Promise<Page> => {
  const page = await shell().open('/start.js');
  await page.route(files, (route) => route.abort());
  await page.goto(`${shell().service.origin}/admin${path}`);
  return page;
};

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** The names of the pages in the rail, without counts. */
const inRail = (page: Page): Promise<(string | undefined)[]> =>
  main(page)
    .getByRole('link')
    .evaluateAll((links) =>
      links.map(({ firstChild }) => firstChild?.textContent ?? undefined),
    );

async function inMore(page: Page): Promise<string[]> {
  await main(page).getByRole('button', { name: 'More' }).click();
  const menu = page.getByRole('region', { name: 'More' });
  await menu.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  const items = await menu.getByRole('menuitem').allInnerTexts();
  return items
    .filter((text) => /\bG\s+then\b/.test(text))
    .map((text) => text.replace(/\s+G\s+then\b.*$/s, ''));
}

describe('the navigation', () => {
  it('leads admins to users, but not moderators', async () => {
    const page = await shell().open('/');
    await heading(page, 'Desk').waitFor();
    await expect
      .poll(() => inRail(page))
      .toEqual(['Desk', 'Profiles', 'Users', 'History', 'Mail']);
    await expect
      .poll(() => inMore(page))
      .toEqual(['Shift', 'Invitations', 'Service keys', 'Webhooks']);
    await page.getByRole('menuitem', { name: 'Service keys' }).click();
    await heading(page, 'Service keys').waitFor();
    const more = main(page).getByRole('button', { name: 'More' });
    await expect.poll(() => more.getAttribute('aria-current')).toBe('true');
    await page.goto(`${shell().service.origin}/admin/invitations/new`);
    await heading(page, 'Invite people').waitFor();
    await expect.poll(() => more.getAttribute('aria-current')).toBe('true');

    const other = await shell().open('/users', { token: shell().moderatorToken });
    await heading(other, 'This page is for admins').waitFor();
    for (const path of ['/keys', '/webhooks']) {
      await other.goto(`${shell().service.origin}/admin${path}`);
      await heading(other, 'This page is for admins').waitFor();
      expect(await other.getByRole('grid').count()).toBe(0);
    }
    await expect.poll(() => inRail(other)).toEqual(['Desk', 'Profiles', 'History']);
    await expect.poll(() => inMore(other)).toEqual(['Shift']);
  });

  it('opens each page by two keys, and focuses its heading', async () => {
    const page = await shell().open('/');
    await heading(page, 'Desk').waitFor();
    for (const [key, name] of [
      ['p', 'Profiles'],
      ['s', 'Shift'],
      ['h', 'History'],
      ['m', 'Mail'],
      ['u', 'Users'],
      ['k', 'Service keys'],
      ['w', 'Webhooks'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading(page, name).waitFor();
      await expect.poll(() => focusedText(page)).toBe(name);
      await expect.poll(() => page.title()).toBe(`${name} · Namecard Admin`);
    }
  });

  it('focuses the heading of a profile, and of the next, once they are loaded', async () => {
    const page = await shell().open('/profiles?sort=username');
    await page.getByRole('row').nth(3).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await heading(page, 'ann').waitFor();
    await expect.poll(() => focusedText(page)).toBe('ann');
    await page.keyboard.press('j');
    await heading(page, 'bob').waitFor();
    await expect.poll(() => focusedText(page)).toBe('bob');
  });

  it('has five visible tabs at the bottom of a phone', async () => {
    const page = await shell().open('/profiles', {
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
    });
    await heading(page, 'Profiles').waitFor();
    const tabs = main(page).locator('a:visible, button:visible');
    await expect.poll(() => tabs.count()).toBe(5);
    const boxes = await Promise.all((await tabs.all()).map((tab) => tab.boundingBox()));
    for (const box of boxes) {
      expect(box?.y).toBeGreaterThan(560);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
    }
    // A tablet may have a keyboard.
    await main(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog').locator('kbd', { hasText: 'Ctrl' }).waitFor();
  });

  it('counts the desk’s items, skips to the content, lists the keys of the page, and ends its menu by signing out', async () => {
    const page = await shell().open('/history');
    await heading(page, 'History').waitFor();
    const pages = main(page).getByRole('link');
    await expect.poll(() => pages.first().innerText()).toMatch(/^Desk\s+2$/);

    const first = page.locator('a, button').first();
    await expect.poll(() => first.innerText()).toBe('Skip to content');
    await first.press('Enter');
    const isInside = () =>
      page.evaluate(() => document.activeElement?.closest('#content') !== null);
    await expect.poll(isInside).toBe(true);

    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Go to Profiles').waitFor();
    await help.getByText('Undo the last action').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });

    await main(page).getByRole('button', { name: 'More' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => focusedText(page)).toContain('Sign out');
  });

  it('says that there is nothing at an address, inside the app’s frame', async () => {
    const page = await shell().open('/nowhere');
    await heading(page, 'There is nothing at this address').waitFor();
    await expect.poll(() => inRail(page)).toHaveLength(5);
    await page.getByRole('link', { name: 'Go to the desk' }).click();
    await heading(page, 'Desk').waitFor();
  });

  it('says that a page did not load, and offers a way out', async () => {
    const page = await openWithout(/assets\/history-.*\.js$/, '/');
    await heading(page, 'Desk').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor();
    await page.unroute(/assets\/history-.*\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('loads the other pages early, so that they work without a connection', async () => {
    const page = await shell().open('/start.js');
    await page.clock.install();
    await page.goto(`${shell().service.origin}/admin/users`);
    await page.getByRole('link', { name: owner }).waitFor();
    const ahead = page.waitForResponse(/assets\/history-.*\.js$/);
    await page.clock.runFor(10_000);
    await (await ahead).finished();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'History' }).click();
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('says that there is no connection, keeps the page, and continues by itself', async () => {
    const page = await shell().open('/users');
    await page.getByRole('link', { name: owner }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You’re offline. What you see').waitFor();
    // The next click stays in the app, with or without preloaded code.
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: /offline|as soon as/ }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('moderator');
    await page.getByRole('link', { name: owner }).waitFor();

    await page.context().setOffline(false);
    await page.getByRole('link', { name: owner }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: moderator }).waitFor();
    expect(await page.getByText('You’re offline').count()).toBe(0);
  });
});
