import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callService, tokenOf } from '../../testing/call-service.ts';
import {
  createProfiles,
  hiddenProfiles,
  moderatorOf,
  openAs,
  resetProfiles,
  useFixture,
  withClock,
} from '../../testing/fixture.ts';
import { rowOf } from '../../testing/list.ts';
import { focusedText } from '../../testing/tab.ts';
import { gridOf, pressKeys, pressTimes } from './testing/grid.ts';

const fixture = useFixture();

const owner = 'owner@example.com';

/** p001 to p130; the newest is first. */
const all = Array.from(
  { length: 130 },
  (_, index) => `p${String(index + 1).padStart(3, '0')}`,
);

const newest = (count: number, from = 0) => all.toReversed().slice(from, from + count);

beforeAll(() => createProfiles(fixture(), owner, all));

beforeEach(() => resetProfiles(fixture()));

async function openList(search = ''): Promise<Page> {
  const page = await openAs(fixture(), fixture().adminToken, `/profiles${search}`);
  await gridOf(page);
  return page;
}

const hiddenNow = () => hiddenProfiles(fixture());

/** Waits for a toast with this title and description. */
async function toast(page: Page, title: string, description?: string): Promise<void> {
  const titled = page.getByText(title, { exact: true });
  await titled.last().waitFor();
  if (description === undefined) return;
  const shown = page.locator('[role="dialog"][data-type]').filter({ has: titled });
  await shown.getByText(description, { exact: true }).last().waitFor();
}

async function expectFocusIn(field: Locator): Promise<void> {
  await expect
    .poll(() => field.evaluateAll(([shown]) => shown === document.activeElement))
    .toBe(true);
}

const shownRows = (page: Page): Promise<number> =>
  page.getByRole('row').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom, height } = row.getBoundingClientRect();
        return height > 1 && top >= 0 && bottom <= window.innerHeight;
      }).length,
  );

describe('moderating by keyboard', () => {
  it('hides 100, restores 20 of them and undoes 10', async () => {
    const page = await openList();
    await page.keyboard.press('a');
    await page.getByText('100 selected').waitFor();
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: 'Hide 100 profiles' }).waitFor();
    await pressTimes(page, 'ArrowDown', 2);
    await page.keyboard.press('n');
    await page.keyboard.type('Please be kind');
    await page.keyboard.press('Control+Enter');
    await toast(page, '100 profiles hidden');
    await expect.poll(() => hiddenNow()).toEqual(newest(100));

    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await pressTimes(page, 'Shift+ArrowDown', 19);
    await page.getByText('20 selected').waitFor();
    await page.keyboard.press('r');
    await toast(page, '20 profiles restored');
    await expect.poll(() => hiddenNow()).toEqual(newest(80, 20));

    // Decisions don't wait for answers.
    await pressKeys(page, 'j r '.repeat(10));
    await expect.poll(hiddenNow).toEqual(newest(70, 30));
    await pressTimes(page, 'u', 10);
    await expect.poll(hiddenNow).toEqual(newest(80, 20));
  });

  it('hides by one digit, for its reason, each time as a separate action; two digits ask for the note that they need', async () => {
    const { service, adminToken } = fixture();
    const page = await openList();
    await pressKeys(page, 'j 1 j 2 j 3 j 4');
    const note = page.getByRole('textbox', { name: 'Note for the owner' });
    await expectFocusIn(note);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Sold fakes');
    await page.keyboard.press('Enter');
    await note.waitFor({ state: 'hidden' });
    await expect.poll(hiddenNow).toEqual(newest(4));
    await pressKeys(page, 'j 5 j 6');
    await expectFocusIn(note);
    await page.keyboard.type('No card');
    await page.keyboard.press('Enter');
    await expect.poll(hiddenNow).toEqual(newest(6));
    const { data } = await callService(service, adminToken).audit.list.query({
      limit: 6,
    });
    const { events } = data;
    const byName = events.map(({ subject, reason, note: words }) => [
      subject.kind === 'profile' && subject.username,
      words === null ? reason : `${reason}: ${words}`,
    ]);
    expect(Object.fromEntries(byName)).toEqual({
      p130: 'spam',
      p129: 'impersonation',
      p128: 'harassment',
      p127: 'illegal_content: Sold fakes',
      p126: 'personal_data',
      p125: 'other: No card',
    });
    expect(new Set(events.map(({ action }) => action)).size).toBe(6);
  });

  it('puts the focus on the row that an undo brings back', async () => {
    const page = await openList('?state=active');
    await pressKeys(page, 'j j 1');
    await toast(page, 'p129 hidden');
    await pressKeys(page, 'j j u');
    await toast(page, 'Undone: p129 hidden');

    await expect.poll(() => focusedText(page)).toContain('p129');
    await page.keyboard.press('2');
    await toast(page, 'p129 hidden', 'Impersonation');
  });

  it('ignores decisions before a row has the focus, and selects by keys and boxes, to a limit', async () => {
    const page = await openList();
    await pressKeys(page, '1 h r x');

    expect(await page.getByRole('menu', { name: /^Hide/ }).count()).toBe(0);
    expect(await page.getByText('selected').count()).toBe(0);
    expect(await page.getByText('Saving').count()).toBe(0);

    await page.keyboard.press('a');
    await page.getByText('100 selected').waitFor();
    await expect.poll(() => page.getByText('At most 100 at once').count()).toBe(1);

    await page.keyboard.press('Escape');
    await page.getByText('100 selected').waitFor({ state: 'detached' });

    await page.getByRole('checkbox', { name: 'Select p130' }).click();
    await page
      .getByRole('checkbox', { name: 'Select p126' })
      .click({ modifiers: ['Shift'] });
    await page.getByText('5 selected').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.getByText('6 selected').waitFor();
    await rowOf(page, 'p125').press(' ');
    await page.getByText('5 selected').waitFor();

    await expect
      .poll(() => rowOf(page, 'p125').getAttribute('aria-selected'))
      .toBe('false');

    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => shownRows(page)).toBeGreaterThanOrEqual(18);
  });
});

describe('two moderators', () => {
  it('hides 97 of 100 if three were changed meanwhile, says which and why, and restores the 97 by one undo', async () => {
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

    await page.keyboard.press('1');
    const refused = page.getByRole('dialog', { name: '3 were not hidden' });
    await refused.waitFor();
    expect((await refused.innerText()).split('\n')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^p120: bob@example\.com hid it .*spam/i),
        expect.stringMatching(/^p110: bob@example\.com hid it .*harassment/i),
        expect.stringMatching(/^p100: Its owner changed it meanwhile/),
      ]),
    );
    const expected = newest(100).filter((username) => username !== 'p100');
    await expect.poll(() => hiddenNow()).toEqual(expected);

    await rowOf(page, 'p120').getByText('Not saved').waitFor();
    await page.keyboard.press('u');
    await toast(page, 'Undone: 97 profiles hidden');
    await expect.poll(() => hiddenNow()).toEqual(['p120', 'p110']);
  });

  it('marks a row that another moderator has hidden, with their address', async () => {
    const { service } = fixture();
    const mia = callService(service, await moderatorOf(fixture(), 'mia@example.com'));
    const page = await openList();
    const waitFor = await withClock(page, rowOf(page, 'p129'));
    await mia.moderation.profiles.hide.mutate({ username: 'p129', reason: 'spam' });
    await waitFor(rowOf(page, 'p129').getByText('mia@example.com hid it: Spam'));

    await expect
      .poll(() => rowOf(page, 'p129').getByText('Hidden').count())
      .toBeGreaterThan(0);
  });
});

/**
 * Elements that a toast covers: buttons of rows, dialogs and the selection, the
 * pages, and the saving status.
 */
const covered = (page: Page) =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((element) => ({
        name: element.getAttribute('aria-label') ?? element.textContent ?? '',
        box: element.getBoundingClientRect(),
      }));
    const toasts = boxes('[role="dialog"][data-type]');
    if (toasts.length === 0) {
      return ['there is no toast'];
    }
    return boxes(
      '[role="row"] button, [aria-label="Selection"] button, [aria-label^="Hide"] button, [data-dialog-actions] button, header [role="status"], nav[aria-label="Main"] *',
    )
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

describe('the toasts', () => {
  it.each([390, 1440])(
    'cover no button and no saving status, %i pixels wide',
    async (width) => {
      const page = await openList();
      await page.setViewportSize({ width, height: 800 });
      // Toasts leave after 8 seconds of this clock.
      await page.clock.install();
      await page.clock.pauseAt(Date.now() + 60_000);
      const press = async (keys: string) => {
        await pressKeys(page, keys);
        await page.clock.runFor(300);
      };
      const expectNoneCovered = async (shown: Locator) => {
        const isShown = async () => {
          await page.clock.runFor(1);
          return shown.last().isVisible();
        };
        await expect.poll(isShown).toBe(true);
        await expect.poll(() => covered(page)).toEqual([]);
      };
      await press('j 1');
      await expectNoneCovered(page.getByText('p130 hidden', { exact: true }));
      await press('j h');
      await expectNoneCovered(page.getByRole('menu', { name: 'Hide p129' }));
      await press('Enter a');
      await expectNoneCovered(page.getByText('p129 hidden', { exact: true }));
      await expectNoneCovered(page.getByText('100 selected'));
      await press('s');
      await expectNoneCovered(page.getByRole('dialog', { name: /^Suspend/ }));

      await press('Escape Escape');
      await page.route(/hideMany/, () => {});
      await press('j 1');
      const warning = page.getByText('No answer for 5 seconds');
      // The five seconds begin when the request leaves, which may be after the keys.
      const isLate = async () => {
        await page.clock.runFor(500);
        return warning.isVisible();
      };
      await expect.poll(isLate).toBe(true);
      await expectNoneCovered(warning);
    },
  );
});

describe('when something goes wrong', () => {
  it('keeps the notes of a dialog after a click beside it, without a connection, and if the act is refused', async () => {
    const page = await openList();
    await pressKeys(page, 'j h n');
    await page.getByLabel('Note for the owner').fill('Words that took a while');
    await page.mouse.click(5, 5);
    await page.context().setOffline(true);
    const dialog = page.getByRole('dialog', { name: 'Hide p130: Spam' });
    await dialog.getByText('You’re offline').waitFor();
    const note = () => page.getByLabel('Note for the owner').inputValue();
    await expect.poll(note).toBe('Words that took a while');
    await page.context().setOffline(false);
    await dialog.getByText('You’re offline').waitFor({ state: 'detached' });
    await page.route(/hideMany/, (route) => route.fulfill({ status: 500, body: '' }));
    await dialog.getByRole('heading').click();
    await page.mouse.click(5, 5);
    await page.keyboard.press('Control+Enter');
    await page.getByText('p130 was not hidden').first().waitFor();
    await pressKeys(page, 'h n');
    await expect.poll(note).toBe('Words that took a while');
  });

  it('an action by mouse can be undone from the toast', async () => {
    const page = await openList();
    await rowOf(page, 'p130').click();
    const shown = page.getByRole('article', { name: 'p130' });
    await shown.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('menuitem', { name: 'Personal data' }).click();
    await toast(page, 'p130 hidden', 'Personal data');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await toast(page, 'Undone: p130 hidden');
    expect(await hiddenNow()).toEqual([]);

    await page.getByRole('button', { name: 'Redo', exact: true }).click();
    await toast(page, 'p130 hidden', 'Personal data');
    await expect.poll(() => hiddenNow()).toEqual(['p130']);
  });
});
