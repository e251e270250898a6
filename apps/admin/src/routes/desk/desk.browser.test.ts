import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../testing/browser.ts';
import {
  createProfiles,
  hiddenProfiles,
  moderatorOf,
  openAs,
  useFixture,
  withClock,
} from '../../testing/fixture.ts';
import { namesIn } from '../../testing/list.ts';
import { openTab, signIn } from '../../testing/tab.ts';
import { callService, tokenOf } from '../../testing/call-service.ts';

const fixture = useFixture();

let moderator: string;
let colleague: string;
let latecomer: string;

const count = 24;
const names = Array.from({ length: count }, (_, at) => `card-${10 + at}`);

beforeAll(async () => {
  moderator = await moderatorOf(fixture(), 'moderator@example.com');
  colleague = await moderatorOf(fixture(), 'colleague@example.com');
  latecomer = await moderatorOf(fixture(), 'latecomer@example.com');
});

beforeEach(async () => {
  await sql`delete from profiles`.execute(fixture().database());
  await createProfiles(fixture(), 'owner@example.com', names);
});

async function openDesk(path = '/?lane=new', token = moderator): Promise<Page> {
  const page = await openAs(fixture(), token, path);
  await page.locator('[role="grid"] [data-index]').first().waitFor();
  return page;
}

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.querySelector('a')?.textContent);

async function expectFocus(page: Page, name: string | undefined): Promise<void> {
  await expect.poll(() => focusedName(page)).toBe(name);
}

/** A colleague hides these cards, and their owner asks again. */
async function appeal(usernames: readonly string[]): Promise<void> {
  const { service } = fixture();
  const { moderation } = callService(service, colleague);
  const owner = callService(service, await tokenOf(service, 'owner@example.com'));
  for (const username of usernames) {
    await moderation.profiles.hide.mutate({ username, reason: 'spam' });
    await owner.profiles.appeal.mutate({ username, text: 'It is my own shop.' });
  }
}

/** The moderator approves a card elsewhere. */
async function approve(username = ''): Promise<void> {
  const { desk } = callService(fixture().service, moderator).moderation;
  const { data } = await desk.list.query({ lane: 'new', limit: 100 });
  const item = data.items.find(({ profile }) => profile?.username === username);
  const { id = '', profile } = item ?? {};
  const revision = profile?.revision ?? 0;
  await desk.close.mutate({ id, revision, decision: 'approve', note: null });
}

/** Without the random second looks after approvals. */
const openItems = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from items
    where closed_at is null and kind <> 'second_look'
  `.execute(fixture().database());
  return rows[0]?.count;
};

const settled = (page: Page) =>
  page
    .locator('header')
    .getByText(/^Saving/)
    .waitFor({ state: 'detached' });

describe('a wave', () => {
  it('is one row, chooses nothing beforehand, and is hidden in one action', async () => {
    const page = await openDesk();
    const row = page.getByRole('button', {
      name: /^24 profiles of one owner, o…@example\.com/,
    });
    await row.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'All of o…@example.com' });
    await expect.poll(() => dialog.getByRole('radio').count()).toBe(2);
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await dialog.getByRole('radio', { name: 'Hide' }).press('2');
    await dialog.getByText('24 profiles of 1 owner').waitFor();
    const domain = dialog.getByRole('textbox', { name: 'Mail domain' });
    await domain.fill('elsewhere.example');
    await dialog.getByText('There is nothing to do.').waitFor();
    await domain.fill('');
    await dialog.getByText('24 profiles of 1 owner').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole('radio', { name: /^Spam/ }).check();
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await hiddenProfiles(fixture())).length).toBe(count);
    await row.waitFor({ state: 'detached' });
    // The items that the act has closed leave the desk, too.
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
  });
});

describe('the desk', () => {
  it('is the first page and one list, steps to the case of a row and back, is at the same row again after another page, and moves nothing while offline', async () => {
    const page = await openDesk('/');
    await expectFocus(page, names[0]);
    await page
      .getByRole('complementary', { name: names[0] ?? '' })
      .getByText('New profile')
      .waitFor();
    expect(await namesIn(page)).toEqual(names.slice(0, 20));

    await page.keyboard.press('Enter');
    const title = page.getByRole('heading', { name: names[0] ?? '' });
    await expect
      .poll(() => title.evaluate((node) => node === document.activeElement))
      .toBe(true);
    await page.keyboard.press('Escape');
    await expectFocus(page, names[0]);

    await page.keyboard.press('j');
    await expectFocus(page, names[1]);
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    await page.goBack();
    await expectFocus(page, names[1]);

    await page.context().setOffline(true);
    await page.getByText('nothing can be changed').waitFor();
    for (const key of ['Space', '1']) {
      await page.keyboard.press(key);
      await page.getByText('Nothing was changed').first().waitFor();
      expect(await namesIn(page)).toEqual(names.slice(0, 20));
    }
    await page.context().setOffline(false);
    expect(await openItems()).toBe(count);
  });

  it('is worked through by Space and digits, loads more items in time, and shows late ones at once', async () => {
    const page = await openDesk();
    for (const [at, name] of names.entries()) {
      await expectFocus(page, name);
      await page.keyboard.press(at % 3 === 0 ? '1' : 'Space');
    }
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await settled(page);
    await expect.poll(openItems).toBe(0);
    const hidden = names.filter((_, at) => at % 3 === 0);
    expect((await hiddenProfiles(fixture())).toSorted()).toEqual(hidden);

    for (const late of ['late-1', 'late-2']) {
      await createProfiles(fixture(), 'owner@example.com', [late]);
      // The other pages count only every 15 seconds.
      await page.getByRole('row', { name: late }).waitFor({ timeout: 14_000 });
      await expectFocus(page, late);
      await page.keyboard.press('Space');
      await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
      await settled(page);
    }
  });

  it('undoes a decision, answered or not, and puts the focus on its card', async () => {
    const page = await openDesk();
    await page.keyboard.press('Space');
    await page.keyboard.press('u');
    await expect.poll(() => namesIn(page)).toEqual(names.slice(0, 20));
    await expectFocus(page, names[0]);
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await page.getByText(`${names[1]} approved`).waitFor();
    expect(await openItems()).toBe(count - 1);
    const buttons = page
      .getByRole('complementary')
      .getByRole('button', { name: /^(Approve|Hide|Second look|Note|Snooze|Undo: .*)/ });
    const tops = await buttons.evaluateAll((all) =>
      all.map((button) => button.getBoundingClientRect().top),
    );
    expect(tops).toHaveLength(6);
    expect(new Set(tops).size).toBe(1);
    await expectFocus(page, names[2]);
    await page.keyboard.press('u');
    await expectFocus(page, names[1]);
    expect(await openItems()).toBe(count);
    const events = page.getByRole('list', { name: 'Events, newest first' });
    await events.getByText('approved and on the desk again', { exact: true }).waitFor();
  });

  it('leaves the focus alone if another key was pressed before the undo was answered', async () => {
    const page = await openDesk();
    await page.keyboard.press('Space');
    await page.getByText(`${names[0]} approved`).waitFor();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/moderation\.undo/, async (route) => {
      await released;
      await route.continue();
    });
    await page.keyboard.press('u');
    await page.keyboard.press('j');
    await expectFocus(page, names[2]);
    release();
    await page.getByText(`Undone: ${names[0]} approved`).waitFor();
    expect(await namesIn(page)).toContain(names[0]);
    expect(await focusedName(page)).toBe(names[2]);
  });

  it('shows a second and a third person what is free before what colleagues have, until when', async () => {
    await openDesk();
    const page = await openDesk('/', colleague);
    const third = await openDesk('/', latecomer);
    await third.getByText(/moderator@example\.com has it until/).waitFor();
    const fresh = 'for-the-third';
    await createProfiles(fixture(), 'owner@example.com', [fresh]);
    await third.reload();
    await expectFocus(third, fresh);
    await third.keyboard.press('Space');
    await third.getByText(`${fresh} approved`).waitFor();
    await expectFocus(page, names[20]);
    // As many as fit on every screen.
    const first = [...names.slice(20), ...names.slice(0, 20)].slice(0, 15);
    expect((await namesIn(page)).slice(0, 15)).toEqual(first);
    await page.getByText('With colleagues').waitFor();
    const taken = page.getByRole('row', { name: names[0] ?? '' });
    await taken.getByText(/^Until \d\d:\d\d: moderator@example\.com$/).waitFor();
    for (const _ of names.slice(20)) await page.keyboard.press('Space');
    await expectFocus(page, names[0]);
    await page.getByText(/moderator@example\.com has it until/).waitFor();
    await settled(page);
    expect(await openItems()).toBe(20);
    await page.keyboard.press('Space');
    await page.keyboard.press('1');
    expect(await openItems()).toBe(20);
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
  });

  it('shows a card again whose decision a colleague has undone, and says “nothing” only if nothing is free', async () => {
    const [first = '', ...others] = names;
    const page = await openDesk('/', latecomer);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/desk\.next/, async (route) => {
      await released;
      await route.continue();
    });
    for (const name of names.slice(0, 20)) {
      await expectFocus(page, name);
      await page.keyboard.press('Space');
    }
    await page.getByText('The next items are loading').first().waitFor();
    release();
    for (const name of others.slice(19)) {
      await expectFocus(page, name);
      await page.keyboard.press('Space');
    }
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await settled(page);
    const { audit, moderation } = callService(fixture().service, fixture().adminToken);
    const { data } = await audit.listActions.query({ username: first, limit: 1 });
    await moderation.undo.mutate({ action: data.actions[0]?.id ?? '' });
    await page.getByRole('row', { name: first }).waitFor();
    await expectFocus(page, first);
    await page.keyboard.press('Space');
    await expect.poll(openItems).toBe(0);
  });

  it('lets an admin take over what a colleague has', async () => {
    await openDesk();
    const admin = await openDesk(
      '/',
      await tokenOf(fixture().service, 'admin@example.com'),
    );
    await admin.getByRole('row', { name: names[0] ?? '' }).click();
    await admin.getByRole('button', { name: 'Take over' }).click();
    await admin.getByRole('button', { name: 'Approve' }).waitFor();
    // The button had the focus and is gone.
    await expectFocus(admin, names[0]);
    await admin.keyboard.press('Space');
    await expect.poll(openItems).toBe(count - 1);

    const decided = admin.getByRole('row', { name: names[1] ?? '' });
    await decided.click();
    await admin.getByText(/moderator@example\.com has it until/).waitFor();
    await approve(names[1]);
    await admin.getByRole('button', { name: 'Take over' }).click();
    await admin.getByText('The item was not taken over').first().waitFor();
    await decided.waitFor({ state: 'detached' });
  });

  it('goes to new work from a colleague’s items, and forgets those that were decided', async () => {
    await sql`delete from profiles`.execute(fixture().database());
    await createProfiles(fixture(), 'owner@example.com', ['last']);
    await openDesk();
    const page = await openDesk('/', colleague);
    const held = page.getByText(/moderator@example\.com has it until/);
    const waitUntil = await withClock(page, held);
    await createProfiles(fixture(), 'owner@example.com', ['fresh']);
    await waitUntil(page.getByRole('row', { name: 'fresh' }));
    await expectFocus(page, 'fresh');
    await page.keyboard.press('Space');
    await held.waitFor();
    await approve('last');
    await waitUntil(page.getByRole('heading', { name: 'Nothing to review' }));
    expect(await openItems()).toBe(0);
  });

  it('begins with the lane of its address, and runs on to the others', async () => {
    const { service } = fixture();
    const reporter = callService(service, await tokenOf(service, 'reader@example.com'));
    const [, username = ''] = names;
    await reporter.profiles.report.mutate({ username, reason: 'spam', text: null });
    const page = await openDesk('/?lane=reported');
    await expectFocus(page, username);
    await page.getByRole('row', { name: 'Reported' }).waitFor();
    await page.keyboard.press('Space');
    await expectFocus(page, names[0]);
    expect(await namesIn(page)).not.toContain(username);
  });

  it('shows a card again if its owner has changed it meanwhile', async () => {
    const page = await openDesk();
    const [username = ''] = names;
    const { service } = fixture();
    const owner = callService(service, await tokenOf(service, 'owner@example.com'));
    await owner.profiles.updateSocials.mutate({ username, about: 'Buy this' });
    await page.keyboard.press('Space');
    await page.getByText(`${username} was not approved`).waitFor();
    await expect.poll(() => namesIn(page)).toContain(username);
    expect(await openItems()).toBe(count);
    await page.keyboard.press('Home');
    await page.getByRole('complementary').getByText('Buy this').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(openItems).toBe(count - 1);
  });

  it('brings back what was refused, after each key, with a mark and why, and keeps its note while it is snoozed', async () => {
    const page = await openDesk();
    await page.route(/desk\.close|hideMany/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    for (const [at, key] of ['Space', '1', 'e'].entries()) {
      await page.keyboard.press(key);
      const back = page.getByRole('row', { name: names[at] ?? '' });
      await back.getByText('Not saved').waitFor();
      await expectFocus(page, names[at + 1]);
    }
    await page.keyboard.press('k');
    await page
      .getByRole('complementary', { name: names[2] ?? '' })
      .getByRole('list', { name: 'State' })
      .getByText('Not saved')
      .waitFor();
    expect(await openItems()).toBe(count);
    await page.keyboard.press('h');
    await page.keyboard.press('n');
    const note = page.getByLabel('Note for the owner');
    await note.fill('Words that took a while');
    await note.press('Control+Enter');
    await page.getByText(`${names[2]} was not hidden`).first().waitFor();
    await page.keyboard.press('k');
    await page.keyboard.press('z');
    await page.getByRole('radio', { name: 'For an hour' }).press('Enter');
    await page.getByText(`${names[2]} snoozed`).first().waitFor();
    await page.keyboard.press('u');
    await expectFocus(page, names[2]);
    await page.keyboard.press('h');
    await page.keyboard.press('n');
    expect(await note.inputValue()).toBe('Words that took a while');
  });

  it('says that it does not know whether a decision arrived whose answer was lost, and then shows it', async () => {
    const page = await openDesk();
    await page.route(/desk\.close/, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Space');
    const [name = ''] = names;
    await page.getByText(`Maybe not approved: ${name}`, { exact: true }).waitFor();
    await expect.poll(() => namesIn(page)).not.toContain(name);
    await page.getByRole('link', { name: 'Profiles', exact: true }).click();
    const row = page.getByRole('row', { name });
    await row.waitFor();
    expect(await row.getByText('Not saved').count()).toBe(0);
  });

  it('leaves a note alone that is typed while an earlier one is still being saved', async () => {
    const page = await openDesk();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/desk\.addNote/, async (route) => {
      await released;
      await route.continue();
    });
    const write = async (name = '', text: string) => {
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: `Note on ${name}` });
      await dialog.getByRole('textbox').fill(text);
      return dialog;
    };
    const before = await write(names[0], 'She called.');
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Escape');
    await before.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    const dialog = await write(names[1], 'He wrote.');
    const readAgain = page.waitForResponse(/desk\.notes/);
    release();
    await readAgain;
    const typed = dialog.getByRole('textbox');
    expect(await typed.inputValue({ timeout: 2_000 })).toBe('He wrote.');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('complementary').getByText('He wrote.').waitFor();
  });

  it('shows the approved text of a card beside the new one', async () => {
    const { service } = fixture();
    const owner = callService(service, await tokenOf(service, 'owner@example.com'));
    const [username = ''] = names;
    await owner.profiles.updateSocials.mutate({ username, about: 'Pots\nSaturdays' });
    const page = await openDesk();
    await page.keyboard.press('Space');
    await expect.poll(openItems).toBe(count - 1);
    await owner.profiles.updateSocials.mutate({ username, about: 'Pots\nFollowers' });
    const changed = await openDesk('/?lane=changed');
    const item = changed.getByRole('complementary');
    await item.locator('del', { hasText: 'Saturdays' }).waitFor();
    await item.locator('ins', { hasText: 'Followers' }).waitFor();
  });

  it('folds a lane, and gives what comes after it', async () => {
    const { service } = fixture();
    const reporter = callService(service, await tokenOf(service, 'reader@example.com'));
    const [, username = ''] = names;
    await reporter.profiles.report.mutate({ username, reason: 'spam', text: null });
    const page = await openDesk('/');
    await expectFocus(page, username);
    const reported = page.getByRole('button', { name: 'Reported 1' });
    await reported.click();
    await expect.poll(async () => (await namesIn(page))[0]).toBe(names[0]);
    expect(await reported.getAttribute('aria-expanded')).toBe('false');
    expect(await seriousFindings(page)).toEqual([]);
    await reported.click();
    await expect.poll(async () => (await namesIn(page))[0]).toBe(username);
  });

  it('lets a moderator ask an admin, and an admin suspend and hide without leaving', async () => {
    const { service } = fixture();
    const [username, owner] = ['threat', `threat-${Date.now()}@example.com`];
    await createProfiles(fixture(), owner, [username]);
    const reporter = callService(service, await tokenOf(service, 'witness@example.com'));
    await reporter.profiles.report.mutate({ username, reason: 'danger', text: null });
    const page = await openDesk('/');
    await page.getByRole('button', { name: /^Ask an admin/ }).waitFor();
    await page.keyboard.press('a');
    await page.getByText(`${username} sent to an admin`).waitFor();
    const admin = await openDesk('/', await tokenOf(service, 'admin@example.com'));
    await expectFocus(admin, username);
    await admin.keyboard.press('s');
    const dialog = admin.getByRole('dialog', { name: `Suspend ${owner}` });
    await dialog.getByLabel('Also hide their profiles').check();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await admin.route(/users\.suspend/, async (route) => {
      await released;
      await route.continue();
    });
    await admin.keyboard.press('Control+Enter');
    // Both happen even if the admin does not wait for them.
    await admin.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await admin.keyboard.press('g');
    await admin.keyboard.press('p');
    await admin.getByRole('heading', { level: 1, name: 'Profiles' }).waitFor();
    release();
    await expect.poll(() => hiddenProfiles(fixture())).toEqual([username]);
  });

  it('is worked by the accessibility tree alone, and says each answer', async () => {
    const { browser, service } = fixture();
    const page = await openTab(browser, service, '/');
    const said = (text: string) =>
      page
        .locator('[role="status"], [aria-live="polite"]')
        .filter({ hasText: text })
        .first()
        .waitFor({ state: 'attached' });
    // A page of the test before may have taken the new cards with its last request.
    await sql`update items set leased_by = null, leased_until = null`.execute(
      fixture().database(),
    );
    await signIn(page, service, 'moderator@example.com');
    await page.getByRole('row', { name: names[0] ?? '' }).waitFor();
    await page.getByRole('link', { name: /^Profiles/ }).click();
    const search = page.getByRole('searchbox', { name: 'Search profiles' });
    await search.fill('zzzz');
    await said('No profile fits');
    await search.fill('card-15');
    await said('1 profile');
    await page.getByRole('link', { name: /^Desk/ }).click();
    for (const name of names.slice(0, 10)) {
      await page.getByRole('complementary', { name }).waitFor();
      await page.getByRole('button', { name: /^Approve/ }).click();
      await said(`${name} approved`);
    }
    await page.getByRole('button', { name: `Undo: ${names[9]} approved` }).click();
    await said(`Undone: ${names[9]} approved`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Shift/ }).click();
    await page.getByRole('textbox', { name: 'For the next shift' }).fill('All quiet.');
    await page.getByRole('button', { name: 'Hand over' }).click();
    await said('Handed over');
    expect(await openItems()).toBe(count - 9);
  });

  it.each([
    [1152, 720],
    [320, 256],
    [320, 170],
  ])(
    'leads with its case at %i × %i: the heading has the focus, in view',
    async (width, height) => {
      await appeal(names.slice(0, 2));
      const page = await openAs(fixture(), moderator, '/', {
        viewport: { width, height },
      });
      const expectCase = async (name = '') => {
        const title = page.getByRole('heading', { name, exact: true });
        await expect
          .poll(() => title.evaluate((node) => node === document.activeElement))
          .toBe(true);
        // A bar over the heading would be found at its place.
        const isSeen = () =>
          title.evaluate((node) => {
            const { left, top, bottom } = node.getBoundingClientRect();
            const found = document.elementFromPoint(left + 4, (top + bottom) / 2);
            return top >= 0 && bottom <= innerHeight && node.contains(found);
          });
        await expect.poll(isSeen).toBe(true);
      };
      await expectCase(names[0]);
      await page.keyboard.press('Space');
      await page.getByText('Space answers no appeal').first().waitFor();
      await expectCase(names[0]);
      await page.keyboard.press('t');
      await page.getByRole('dialog').getByLabel('Answer').fill('It is an advert.');
      await page.keyboard.press('Control+Enter');
      await expectCase(names[1]);
      await page.keyboard.press('j');
      await expectCase(names[2]);
      await page.keyboard.press('Space');
      await expectCase(names[3]);
    },
  );

  it('greets an admin of a new service with the first steps, until they are put away', async () => {
    await sql`delete from profiles`.execute(fixture().database());
    const page = await openAs(fixture(), fixture().adminToken, '/');
    const steps = page.getByRole('region', { name: 'First steps of Namecard' });
    await steps.getByText('Set the public address').waitFor();
    expect(await steps.getByRole('listitem').count()).toBe(7);
    expect(await seriousFindings(page)).toEqual([]);
    await steps.getByRole('button', { name: 'Send me one' }).press('Enter');
    await steps.getByRole('alert').getByText('POSTMARK_SERVER_TOKEN').waitFor();
    await steps.getByRole('link', { name: 'Invite people' }).press('Enter');
    await page.getByRole('heading', { name: 'Invite people' }).waitFor();
    await page.goBack();
    await steps.getByRole('button', { name: 'Don’t show again' }).press('Enter');
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing to review' }).waitFor();
    await steps.waitFor({ state: 'detached' });
  });
});
