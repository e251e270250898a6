import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { gridOf, pressKeys } from './routes/profiles/testing/grid.ts';
import {
  createProfiles,
  hiddenProfiles,
  openAs,
  resetProfiles,
  useFixture,
} from './testing/fixture.ts';
import { namesIn, rowOf } from './testing/list.ts';
import { callService, tokenOf } from './testing/call-service.ts';
import { focusedText, heading } from './testing/tab.ts';
import { throttle } from './testing/throttle.ts';

const fixture = useFixture();

const owner = 'owner@example.com';

/** p20 down to p01, in the list's order. */
const all = Array.from(
  { length: 20 },
  (_, index) => `p${String(20 - index).padStart(2, '0')}`,
);

/** Milliseconds between two keys of a fast person. */
const pace = 100;

beforeAll(() => createProfiles(fixture(), owner, all.toReversed()));

beforeEach(() => resetProfiles(fixture()));

const open = (path: string) => openAs(fixture(), fixture().adminToken, path);

/** A list in a tab with an empty cache. */
async function openSlowly(path: string, latency: number): Promise<Page> {
  const page = await open('/start.js');
  await throttle(page, latency);
  await page.goto(`${fixture().service.origin}/admin${path}`);
  await gridOf(page);
  return page;
}

/** A list with a stopped clock: decisions that wait for others keep waiting. */
async function openStill(path: string): Promise<Page> {
  const page = await open(path);
  await gridOf(page);
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  return page;
}

/** Holds decisions back until they are released. */
async function holdDecisions(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(/hideMany/, async (route) => {
    await promise;
    await route.continue();
  });
  return () => resolve(undefined);
}

const hiddenNow = () => hiddenProfiles(fixture());

/** No decision was made, and none is waiting. */
async function expectNothingDecided(page: Page): Promise<void> {
  expect(await page.getByText(/^Saving/).count()).toBe(0);
  expect(await hiddenNow()).toEqual([]);
}

const reasons = (page: Page) => page.getByRole('menu', { name: /^Hide/ });

describe('keys on a slow link, in the first use of a session', () => {
  it('act on what was meant: a profile is opened, two are hidden, and text goes into the search', async () => {
    const opening = await openSlowly('/profiles', 800);
    await pressKeys(opening, 'j h j Enter', pace);
    await heading(opening, 'p19').waitFor();
    await opening.waitForLoadState('networkidle');
    expect(await reasons(opening).count()).toBe(0);
    await expectNothingDecided(opening);
    await opening.context().close();

    const searching = await openSlowly('/profiles', 400);
    await pressKeys(searching, 'j h /', pace);
    await searching.keyboard.type('boost_9 orders', { delay: pace });
    const field = searching.getByRole('searchbox', { name: 'Search profiles' });
    await expect.poll(() => field.inputValue()).toBe('boost_9 orders');
    await searching.getByRole('heading', { name: 'No profile fits' }).waitFor();
    expect(await reasons(searching).count()).toBe(0);
    await expectNothingDecided(searching);
    await searching.context().close();

    const page = await openSlowly('/profiles?state=active', 400);
    await pressKeys(page, 'j h Enter j j h Enter j', pace);
    await expect.poll(() => focusedText(page)).toContain('p15');
    await expect.poll(hiddenNow).toEqual(['p20', 'p17']);
    expect(await namesIn(page)).not.toContain('p20');
    expect(await namesIn(page)).not.toContain('p17');
  });
});

describe('the reasons beside a row', () => {
  it('accept text in a note, decide by digits, arrows and notes, and close at a click or at any other key, which then acts on the page', async () => {
    const page = await open('/profiles');
    await gridOf(page);
    // A dialog ignores keys until its field has the focus.
    const note = page.getByLabel('Note for the owner').and(page.locator(':focus'));
    await pressKeys(page, 'j h n');
    await note.waitFor();
    await page.keyboard.type('j, 3 times');
    await expect.poll(() => note.inputValue()).toBe('j, 3 times');
    await page.keyboard.press('Escape');
    await reasons(page).waitFor({ state: 'detached' });
    await expect.poll(() => focusedText(page)).toContain('p20');

    await page.keyboard.press('h');
    await reasons(page).waitFor();
    await heading(page, 'Profiles').click();
    await expect.poll(() => reasons(page).count()).toBe(0);
    await expectNothingDecided(page);

    await page.keyboard.press('k');
    const decided: string[] = [];
    for (const [name, keys, inNote] of [
      ['p20', 'h ArrowDown ArrowDown ArrowUp Enter'],
      ['p19', 'j h ArrowDown n', 'Control+Enter'],
      ['p18', 'j h 5'],
    ] as const) {
      await pressKeys(page, keys);
      if (inNote) {
        await note.waitFor();
        await pressKeys(page, inNote);
      }
      decided.push(name);
      await expect.poll(hiddenNow).toEqual(decided);
      await expect.poll(() => focusedText(page)).toContain(name);
    }
    const { service, adminToken } = fixture();
    const { data } = await callService(service, adminToken).audit.list.query({
      limit: 3,
    });
    expect(data.events).toMatchObject([
      { subject: { username: 'p18' }, reason: 'personal_data' },
      { subject: { username: 'p19' }, reason: 'impersonation' },
      { subject: { username: 'p20' }, reason: 'impersonation' },
    ]);

    await pressKeys(page, 'j j h');
    await reasons(page).waitFor();
    await page.keyboard.press('k');
    await expect.poll(() => focusedText(page)).toContain('p17');
    expect(await reasons(page).count()).toBe(0);

    await pressKeys(page, 'h x');
    await page.getByText('1 selected').waitFor();
    expect(await reasons(page).count()).toBe(0);

    await pressKeys(page, 'h Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
    expect(await reasons(page).count()).toBe(0);
    await page.keyboard.press('Escape');

    await pressKeys(page, 'h g u');
    await heading(page, 'Users').waitFor();
    expect(await reasons(page).count()).toBe(0);
    expect(await page.getByText(/^Saving/).count()).toBe(0);
    await expect.poll(() => hiddenNow()).toEqual(decided);
  });
});

describe('decisions that the service has not answered', () => {
  it('are not lost with their tab', async () => {
    const page = await open('/profiles?state=active');
    await gridOf(page);
    await throttle(page, 400);
    await pressKeys(page, `j ${'1 '.repeat(12)}`);
    await expect.poll(() => focusedText(page)).toContain('p08');
    await page.goto('about:blank');
    await expect.poll(async () => (await hiddenNow()).length).toBe(12);
  });

  it('are undone once they are answered, the last first', async () => {
    const page = await open('/profiles?state=active');
    await gridOf(page);
    const release = await holdDecisions(page);
    await pressKeys(page, 'j 1 1 u');
    release();
    await page.getByText('Undone: p19 hidden').waitFor();
    await expect.poll(hiddenNow).toEqual(['p20']);
  });

  it('show "Saving" in their rows, and in the frame after five seconds', async () => {
    const page = await openStill('/profiles');
    const release = await holdDecisions(page);
    await pressKeys(page, 'j 1');
    await rowOf(page, 'p20').getByText('Saving').waitFor();
    await page.clock.runFor(4_900);
    expect(await page.getByText('No answer for 5 seconds').count()).toBe(0);
    expect(await rowOf(page, 'p20').getByText('Hidden').count()).toBe(0);
    await page.clock.runFor(200);
    await page.getByText('No answer for 5 seconds. Not saved yet: 1.').waitFor();
    release();
    await page.clock.resume();
    await rowOf(page, 'p20').getByText('Hidden').waitFor();
    await page.getByText('No answer for 5 seconds').waitFor({ state: 'detached' });
    expect(await rowOf(page, 'p20').getByText('Saving').count()).toBe(0);
  });

  it('return if they are refused, with the reason beside them, also while another page is open', async () => {
    const { service } = fixture();
    const page = await open('/profiles?state=active');
    await gridOf(page);
    const { profiles } = callService(service, await tokenOf(service, owner));
    const change = (username: string) =>
      profiles.updateSocials.mutate({ username, about: `Words of ${username}` });
    await change('p20');
    const release = await holdDecisions(page);
    await pressKeys(page, 'j 1');
    await expect.poll(() => focusedText(page)).toContain('p19');
    release();
    await rowOf(page, 'p20').getByText('Not saved').waitFor();
    await rowOf(page, 'p20').getByText('Words of p20').waitFor();
    await expect
      .poll(() => rowOf(page, 'p20').innerText())
      .toContain('Its owner changed it');
    await expect.poll(() => focusedText(page)).toContain('p19');
    await expectNothingDecided(page);

    await change('p19');
    const releaseAgain = await holdDecisions(page);
    await pressKeys(page, '1 g u');
    await heading(page, 'Users').waitFor();
    releaseAgain();
    await page.getByText('p19 was not hidden').last().waitFor();
    await page
      .getByText(/Its owner changed it/)
      .last()
      .waitFor();
    await page.goBack();
    const mark = rowOf(page, 'p19').getByText('Not saved');
    await expect.poll(() => mark.count()).toBeGreaterThan(0);
    await expectNothingDecided(page);
  });

  it('are shown as after a reload if they or only their answers are lost', async () => {
    const page = await open('/profiles');
    await gridOf(page);
    await page.route(/hideMany/, (route) => route.abort());
    await pressKeys(page, 'j 1');
    const lost = rowOf(page, 'p20');
    await lost.getByText('Not saved').waitFor();
    expect(await lost.getByText('Hidden').count()).toBe(0);
    await page.getByText('Maybe not hidden: p20').last().waitFor();
    await expectNothingDecided(page);

    await page.unroute(/hideMany/);
    await page.route(/hideMany/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await pressKeys(page, 'j 1');
    const arrived = rowOf(page, 'p19');
    await arrived.getByText('Hidden').waitFor();
    expect(await arrived.getByText('Not saved').count()).toBe(0);
    await expect.poll(() => hiddenNow()).toEqual(['p19']);
  });
});
