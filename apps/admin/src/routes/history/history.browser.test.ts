import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Browser, Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createProfiles, moderatorOf, useFixture } from '../../testing/fixture.ts';
import { rowOf } from '../../testing/list.ts';
import { callService, tokenOf, type Service } from '../../testing/call-service.ts';
import { openTab } from '../../testing/tab.ts';
import { shownSearch } from '../../testing/shown-search.ts';

const admin = 'admin@example.com';
const moderator = 'moderator@example.com';
const formula = '=HYPERLINK("http://example.com"), "quoted"\nand a second line';

const fixture = useFixture();
let service: Service;
let browser: Browser;
let adminToken: string;
let moderatorToken: string;

beforeAll(async () => {
  ({ service, browser, adminToken } = fixture());
  moderatorToken = await moderatorOf(fixture(), moderator);
  const owner = callService(service, await tokenOf(service, 'owner@example.com'));
  for (const username of ['ann', 'bob', 'cleo', 'dora']) {
    await owner.profiles.create.mutate({ username, referral: '' });
  }
  const team = callService(service, adminToken);
  await team.moderation.profiles.hide.mutate({
    username: 'ann',
    reason: 'spam',
    note: 'No adverts, please.',
    privateNote: formula,
  });
  await callService(service, moderatorToken).moderation.profiles.hide.mutate({
    username: 'bob',
    reason: 'harassment',
  });
  await team.moderation.profiles.restore.mutate({ username: 'ann' });
});

const open = (path: string, token = adminToken) =>
  openTab(browser, service, path, { token });

/** Each action's sentence, newest first. */
const sentences = (page: Page) =>
  page
    .locator('[role="grid"] [data-index]')
    .evaluateAll((rows) =>
      rows.map((row) =>
        ['a', '[dir="auto"]']
          .map((part) => row.querySelector(part)?.textContent)
          .join(' '),
      ),
    );

/** Opens an action in the case beside the list. */
async function openCase(page: Page, sentence: string): Promise<Locator> {
  const said = page.getByText(sentence, { exact: true });
  await page.getByRole('row').filter({ has: said }).click();
  const shown = page.getByRole('article', { name: sentence });
  await shown.waitFor();
  return shown;
}

const openFilter = (page: Page) => page.getByRole('button', { name: 'Filter' }).click();

const everything = [
  'You restored ann',
  `${moderator} hid bob`,
  'You hid ann',
  `You changed the role of ${moderator}`,
];

describe('the history', () => {
  it('says who did what to whom, why and from where, newest first', async () => {
    const page = await open('/history');
    await expect.poll(() => sentences(page)).toEqual(everything);
    const hidden = await openCase(page, 'hid ann');
    const text = await hidden.textContent();
    for (const part of ['Spam', 'No adverts, please.', formula, '127.0.0.1']) {
      expect(text).toContain(part);
    }
    const stamp = hidden.getByRole('time').first();
    await expect.poll(() => stamp.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
    // Screen readers get the full date too.
    await expect.poll(() => stamp.textContent()).toMatch(/\b20\d\d\b/);
  });

  it('says in the page’s heading that a linked action is not there', async () => {
    const page = await open(`/history?action=${crypto.randomUUID()}`, moderatorToken);
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).allTextContents())
      .toEqual(['No action fits']);
  });

  it('shows moderators only events of profiles', async () => {
    const page = await open('/history', moderatorToken);
    await expect
      .poll(() => sentences(page))
      .toEqual([`${admin} restored ann`, 'You hid bob', `${admin} hid ann`]);
    await openFilter(page);
    const types = page.getByRole('combobox', { name: 'Action' });
    await expect
      .poll(() => types.getByRole('option').allTextContents())
      .toEqual([
        'Any',
        'Profile hidden',
        'Profile restored',
        'Profile approved',
        'Sent for a second look',
        'Appeal turned down',
        'Item snoozed',
        'Item reopened',
      ]);
  });

  it('is narrowed by its URL, and writes its filters into the URL', async () => {
    const page = await open('/history');
    await expect.poll(() => sentences(page)).toEqual(everything);
    await openFilter(page);
    await page.getByRole('combobox', { name: 'Action' }).selectOption('Profile hidden');
    await expect.poll(() => sentences(page)).toEqual([everything[1], everything[2]]);
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('Harassment');
    await expect.poll(() => sentences(page)).toEqual([everything[1]]);
    await page.keyboard.press('Escape');
    await page.getByRole('searchbox').fill('moderator@');
    await expect
      .poll(() => shownSearch(page))
      .toBe('?type=profile.hidden&reason=harassment&who=moderator%40');

    const other = await open('/history?profile=ANN&who=admin');
    await expect.poll(() => sentences(other)).toEqual([everything[0], everything[2]]);
    await openFilter(other);
    await other.getByLabel('Days from').fill('2026-01-31');
    await expect.poll(() => shownSearch(other)).toContain('from=2026-01-31');
    await expect.poll(() => sentences(other)).toEqual([everything[0], everything[2]]);
  });

  it('is narrowed by typed days, and refuses a day that no month has', async () => {
    const page = await open('/history?from=2000-01-31');
    await expect.poll(() => sentences(page)).toEqual(everything);
    await openFilter(page);
    const first = page.getByLabel('Days from');
    const last = page.getByLabel('to', { exact: true });
    await last.focus();
    await page.keyboard.type('02312000');
    await first.focus();
    await page.getByText('No month has this day, or a part is missing.').waitFor();
    await expect.poll(() => last.getAttribute('aria-invalid')).toBe('true');
    expect(shownSearch(page)).toBe('?from=2000-01-31');
    await last.focus();
    await page.keyboard.type('01202000');
    await page.getByText('This is before the first day.').waitFor();
    await page.getByRole('heading', { name: 'No action fits' }).waitFor();
    await first.focus();
    await page.keyboard.type('01102000');
    await expect
      .poll(() => Object.fromEntries(new URLSearchParams(shownSearch(page))))
      .toEqual({ from: '2000-01-10', to: '2000-01-20' });
    await expect.poll(() => last.getAttribute('aria-invalid')).toBe('false');
    await page.getByRole('heading', { name: 'No action fits' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Show everything' }).click();
    await expect.poll(() => sentences(page)).toEqual(everything);
  });

  it('saves the shown actions as CSV, without formulas for a spreadsheet', async () => {
    const page = await open('/history?profile=ann');
    await expect.poll(() => sentences(page)).toHaveLength(2);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(
      /^namecard-history-\d{4}-\d\d-\d\d\.csv$/,
    );
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.match(/profile\.(hidden|restored)/g)).toEqual([
      'profile.restored',
      'profile.hidden',
    ]);
    expect(csv.charCodeAt(0)).toBe(0xfeff);
    expect(csv).toContain('ann');
    expect(csv).not.toContain('bob');
    expect(csv).toContain(`"'${formula.replaceAll('"', '""')}"`);
    expect(csv.split('\r\n')[0]).toMatch(/action/i);
  });

  it('loads page after page, down to the first action', async () => {
    const team = callService(service, adminToken);
    for (let times = 0; times < 20; times += 1) {
      await team.moderation.profiles.hide.mutate({ username: 'dora', reason: 'spam' });
      await team.moderation.profiles.restore.mutate({ username: 'dora' });
    }
    const page = await open('/history?profile=dora');
    const end = page.getByText(/^End of the list/);
    await expect.poll(() => end.innerText()).toBe('End of the list: 40 actions');
  });

  it('saves more rows than one answer has', async () => {
    await sql`
      with action as (
        insert into moderation_actions (id, type, actor_kind, ip, browser, system, requested, done)
        values (gen_random_uuid(), 'profile.hidden', 'operator', '', '', '', 1010, 1010) returning id
      )
      insert into audit_events (id, action_id, type, profile_id, username, before, after)
      select gen_random_uuid(), action.id, 'profile.hidden', gen_random_uuid(), 'erin', '{}', '{}'
      from action, generate_series(1, 1010)
    `.execute(fixture().database());
    const page = await open('/history?profile=erin');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.match(/,profile\.hidden,/g)).toHaveLength(1_010);
    expect(csv.match(/action/gi)).toHaveLength(1);
    expect(csv.lastIndexOf('\uFEFF')).toBe(0);
  });

  it('offers to undo only actions that can be undone, and marks them when undone', async () => {
    await callService(service, adminToken).moderation.profiles.hide.mutate({
      username: 'cleo',
      reason: 'spam',
    });
    const page = await open('/history?profile=cleo');
    const hidden = await openCase(page, 'hid cleo');
    await hidden.getByRole('button', { name: 'Undo: hid cleo' }).click();
    await rowOf(page, 'You').nth(1).getByText('Undone').waitFor();
    await expect
      .poll(() => sentences(page))
      .toEqual(['You restored cleo', 'You hid cleo']);
    expect(await hidden.getByRole('button', { name: /^Undo/ }).count()).toBe(0);
    const undoing = await openCase(page, 'restored cleo');
    await expect
      .poll(() => undoing.getByRole('button', { name: /^Undo/ }).count())
      .toBe(1);
    const { data } = await callService(
      service,
      adminToken,
    ).moderation.profiles.inspect.query({
      username: 'cleo',
    });
    expect(data.profile.hidden).toBe(false);
  });

  it('undoes ten actions of a colleague by three presses, as one action', async () => {
    const colleague = 'colleague@example.com';
    const usernames = Array.from({ length: 10 }, (_, index) => `card-${index}`);
    await createProfiles(fixture(), 'wave@example.com', usernames);
    const { profiles } = callService(
      service,
      await moderatorOf(fixture(), colleague),
    ).moderation;
    for (const username of usernames) {
      await profiles.hide.mutate({ username, reason: 'spam' });
    }
    const hidden = async () => {
      const { data } = await profiles.countMatching.query({ text: 'card-' });
      return data.hidden.count;
    };
    await expect.poll(() => hidden()).toBe(10);
    const page = await open('/history');
    await openCase(page, 'hid card-9');
    await page.getByRole('link', { name: 'Their actions' }).click();
    await page.getByRole('button', { name: /^Undo 10 cards, \d+ acts?, since / }).click();
    await page.getByText(`Undone: 10 by ${colleague}`).waitFor();
    await expect.poll(hidden).toBe(0);

    await page.goto(`${service.origin}/admin/history`);
    const undoing = await openCase(page, 'restored 10 profiles');
    await undoing.getByRole('button', { name: 'Undo: restored 10 profiles' }).click();
    await expect.poll(hidden).toBe(10);
  });
});

describe('an act beyond a moderator’s limit', () => {
  it('waits above the history until an admin lets it be done', async () => {
    await createProfiles(fixture(), 'waiting@example.com', ['too-many']);
    const email = 'busy@example.com';
    const busy = callService(service, await moderatorOf(fixture(), email));
    const { id } = (await busy.users.me.query()).data.user;
    await sql`
      insert into moderation_actions (id, type, actor_kind, actor_id, ip, browser, system, requested, done, cards)
      values (gen_random_uuid(), 'profile.hidden', 'user', ${id}, '', '', '', 1000, 1000, 1000)
    `.execute(fixture().database());
    const { hide } = busy.moderation.profiles;
    const refused = hide.mutate({ username: 'too-many', reason: 'spam' });
    await expect(refused).rejects.toThrow('waits in History');
    const page = await open('/history');
    const waiting = page.getByRole('list', { name: 'Waiting for an admin' });
    await waiting.getByText(`${email} asked to hide 1 profile`).waitFor();
    await waiting.getByRole('button', { name: 'Do it: hide 1 profile' }).click();
    await page.getByText('1 hidden', { exact: true }).first().waitFor();
    await expect.poll(() => sentences(page)).toContain('You hid too-many');
    expect(await waiting.count()).toBe(0);
  });
});
