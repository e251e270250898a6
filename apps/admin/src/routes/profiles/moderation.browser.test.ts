import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callService, tokenOf } from '../../testing/service.ts';
import {
  createProfiles,
  moderatorOf,
  openAs,
  useFixture,
  withClock,
} from '../../testing/fixture.ts';
import { gridOf, pressTimes, rowOf } from './testing/grid.ts';

const fixture = useFixture();

const owner = 'owner@example.com';

/** p001 to p130, of whom the newest stands first. */
const all = Array.from(
  { length: 130 },
  (_, index) => `p${String(index + 1).padStart(3, '0')}`,
);

const newest = (count: number, from = 0) => all.toReversed().slice(from, from + count);

beforeAll(() => createProfiles(fixture(), owner, all));

beforeEach(async () => {
  await fixture()
    .database()
    .updateTable('profiles')
    .set({ hidden: false, about: null })
    .execute();
});

async function openList(token = fixture().adminToken): Promise<Page> {
  const page = await openAs(fixture(), token, '/profiles');
  await gridOf(page);
  return page;
}

async function hiddenNow(): Promise<string[]> {
  const rows = await fixture()
    .database()
    .selectFrom('profiles')
    .select('username')
    .where('hidden', '=', true)
    .orderBy('username', 'desc')
    .execute();
  return rows.map(({ username }) => username);
}

const dialogClosed = (page: Page) =>
  page.getByRole('dialog', { name: /^Hide/ }).waitFor({ state: 'detached' });

const toast = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).last().waitFor();

describe('moderating by keyboard alone', () => {
  it('hides 100, restores 20 of them and undoes 10', async () => {
    const page = await openList();
    await page.keyboard.press('a');
    await page.getByText('100 selected').waitFor();
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Hide 100 profiles' }).waitFor();
    await page.keyboard.press('3');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Please be kind');
    await page.keyboard.press('Control+Enter');
    await toast(page, '100 profiles hidden');
    await dialogClosed(page);
    expect(await hiddenNow()).toEqual(newest(100));

    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await pressTimes(page, 'j', 19);
    await page.keyboard.press('Shift+X');
    await page.getByText('20 selected').waitFor();
    await page.keyboard.press('r');
    await toast(page, '20 profiles restored');
    expect(await hiddenNow()).toEqual(newest(80, 20));

    for (const username of newest(10, 20)) {
      await page.keyboard.press('j');
      await page.keyboard.press('r');
      await toast(page, `${username} restored`);
    }
    expect(await hiddenNow()).toEqual(newest(70, 30));
    for (const username of newest(10, 20).toReversed()) {
      await page.keyboard.press('u');
      await toast(page, `Undone: ${username} restored`);
    }
    expect(await hiddenNow()).toEqual(newest(80, 20));
  });

  it('keeps the focus on the row it acted on', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Hide p129' }).waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'p129 hidden');
    await dialogClosed(page);

    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain(
      'p129',
    );
    await page.keyboard.press('r');
    await toast(page, 'p129 restored');
    expect(await hiddenNow()).toEqual([]);
  });

  it('does nothing by key before a row was chosen', async () => {
    const page = await openList();
    await page.keyboard.press('h');
    await page.keyboard.press('r');
    await page.keyboard.press('x');

    expect(await page.getByRole('dialog', { name: /^Hide/ }).count()).toBe(0);
    expect(await page.getByText('selected').count()).toBe(0);
  });

  it('says where the limit of a selection is, and clears it with Escape', async () => {
    const page = await openList();
    await page.keyboard.press('a');
    await page.getByText('100 selected').waitFor();
    expect(await page.getByText('100 is the most at once').count()).toBe(1);

    await page.keyboard.press('Escape');
    await page.getByText('100 selected').waitFor({ state: 'detached' });
  });

  it('selects with the arrows and Shift, and with the boxes', async () => {
    const page = await openList();
    await page.getByRole('checkbox', { name: 'Select p130' }).click();
    await page
      .getByRole('checkbox', { name: 'Select p126' })
      .click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('6 selected').waitFor();
    await rowOf(page, 'p125').press(' ');
    await page.getByText('5 selected').waitFor();

    expect(await rowOf(page, 'p125').getAttribute('aria-selected')).toBe('false');
  });
});

describe('two moderators', () => {
  it('hides 97 of 100 where three were changed meanwhile, says which and why, and restores the 97 by one undo', async () => {
    const { service } = fixture();
    const bob = callService(service, await moderatorOf(fixture(), 'bob@example.com'));
    const page = await openList();
    await page.keyboard.press('a');
    await page.getByText('100 selected').waitFor();
    await bob.moderation.profiles.hide.mutate({ username: 'p120', reason: 'spam' });
    await bob.moderation.profiles.hide.mutate({ username: 'p110', reason: 'harassment' });
    const itsOwner = callService(service, await tokenOf(service, owner));
    await itsOwner.profiles.updateSocials.mutate({
      username: 'p100',
      about: 'New words',
    });

    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Hide 100 profiles' }).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: '97 profiles hidden, 3 not' });
    await dialog.waitFor();
    const rejected = await dialog.getByRole('listitem').allInnerTexts();
    expect(rejected).toEqual([
      expect.stringMatching(/^p120\s+bob@example\.com hid it .*spam/is),
      expect.stringMatching(/^p110\s+bob@example\.com hid it .*harassment/is),
      expect.stringMatching(/^p100\s+Its owner changed it meanwhile/),
    ]);
    const expected = newest(100).filter((username) => username !== 'p100');
    expect(await hiddenNow()).toEqual(expected);

    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    await rowOf(page, 'p120').getByText('Changed meanwhile').waitFor();
    await page.keyboard.press('u');
    await toast(page, 'Undone: 97 profiles hidden');
    expect(await hiddenNow()).toEqual(['p120', 'p110']);
  });

  it('says to the second by whom a profile was hidden, and shows it as it is', async () => {
    const { service } = fixture();
    const eve = callService(service, await moderatorOf(fixture(), 'eve@example.com'));
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Hide p130' }).waitFor();
    await eve.moderation.profiles.hide.mutate({
      username: 'p130',
      reason: 'impersonation',
    });
    await page.keyboard.press('Enter');
    await page.getByText('p130 was not hidden').last().waitFor();

    expect(await page.getByText(/eve@example\.com hid it/).count()).toBeGreaterThan(0);
    await rowOf(page, 'p130').getByText('Hidden').filter({ visible: true }).waitFor();
  });

  it('marks what another moderator hid in the row, with who it was', async () => {
    const { service } = fixture();
    const mia = callService(service, await moderatorOf(fixture(), 'mia@example.com'));
    const page = await openList();
    await withClock(page);
    await gridOf(page);
    await mia.moderation.profiles.hide.mutate({ username: 'p129', reason: 'spam' });
    await page.clock.runFor(15_000);
    await rowOf(page, 'p129').getByText('mia@example.com hid it: Spam').waitFor({
      state: 'attached',
      timeout: 10_000,
    });

    expect(await rowOf(page, 'p129').getByText('Hidden').count()).toBeGreaterThan(0);
  });

  it('rejects an undo that another action came after, and says whose', async () => {
    const { service } = fixture();
    const kim = callService(service, await moderatorOf(fixture(), 'kim@example.com'));
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await page.getByRole('dialog', { name: 'Hide p130' }).waitFor();
    await page.keyboard.press('Enter');
    await toast(page, 'p130 hidden');
    await kim.moderation.profiles.restore.mutate({ username: 'p130' });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('p130 was not undone').last().waitFor();

    expect(await page.getByText(/kim@example\.com/).count()).toBeGreaterThan(0);
    expect(await hiddenNow()).toEqual([]);
  });
});

describe('the toasts', () => {
  it('cover no button of a row or a dialog, wide or narrow, with or without a selection', async () => {
    const page = await openList();
    await page.setViewportSize({ width: 390, height: 800 });
    for (const [index, username] of newest(3).entries()) {
      await page.getByRole('button', { name: `Hide ${username}` }).click();
      await page.getByRole('dialog', { name: /^Hide/ }).waitFor();
      expect(await coveredButtons(page)).toEqual(
        index === 0 ? ['there is no toast'] : [],
      );
      await page.keyboard.press('Enter');
      await toast(page, `${username} hidden`);
      await dialogClosed(page);
    }
    for (const [width, key] of [
      [1440, 'Escape'],
      [1440, 'a'],
      [390, 'a'],
      [390, 'Escape'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.keyboard.press(key);
      await expect.poll(() => coveredButtons(page)).toEqual([]);
    }
  });
});

/** The buttons of rows, of a dialog, and those that act on the selection, that a toast lies over. */
const coveredButtons = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent ?? '',
        box: element.getBoundingClientRect(),
      }));
    const toasts = boxes('[role="dialog"][aria-modal="false"]');
    if (toasts.length === 0) {
      return ['there is no toast'];
    }
    return boxes(
      '[role="row"] button, [aria-label="Selection"] button, [data-dialog-actions] button',
    )
      .filter(({ name }) => !name.startsWith('Select'))
      .filter(({ box }) =>
        toasts.some(
          ({ box: other }) =>
            box.left < other.right &&
            other.left < box.right &&
            box.top < other.bottom &&
            other.top < box.bottom,
        ),
      )
      .map(({ name }) => name);
  });

describe('what goes wrong', () => {
  it('keeps the notes of a dialog while the service can’t be reached', async () => {
    const page = await openList();
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await page.getByLabel('Note for the owner').fill('Words that took a while');
    await page.context().setOffline(true);
    await page.keyboard.press('Control+Enter');
    await page
      .getByRole('dialog', { name: 'Hide p130' })
      .getByText('can’t be reached')
      .waitFor();
    expect(await page.getByLabel('Note for the owner').inputValue()).toBe(
      'Words that took a while',
    );

    await page.context().setOffline(false);
    await page.keyboard.press('Control+Enter');
    await toast(page, 'p130 hidden');
    expect(await hiddenNow()).toEqual(['p130']);
  });

  it('takes back from the toast what was done by mouse', async () => {
    const page = await openList();
    await page.getByRole('button', { name: 'Hide p130' }).click();
    await page.getByRole('radio', { name: /^Personal data/ }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await toast(page, 'p130 hidden');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await toast(page, 'Undone: p130 hidden');
    expect(await hiddenNow()).toEqual([]);

    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await toast(page, 'p130 hidden');
    expect(await hiddenNow()).toEqual(['p130']);
  });
});
