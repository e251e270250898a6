import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { moderatorOf, useFixture } from '../../testing/fixture.ts';
import { callService, tokenOf, type Service } from '../../testing/service.ts';
import { heading, openTab } from '../../testing/tab.ts';

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

const items = (page: Page) =>
  page.getByRole('list', { name: 'Actions, newest first' }).locator('> li');

/** Each event's sentence, newest first. */
const sentences = async (page: Page) =>
  items(page).evaluateAll((events) =>
    events.map((event) => event.querySelector('p')?.textContent ?? ''),
  );

const everything = [
  'You restored ann',
  `${moderator} hid bob`,
  'You hid ann',
  `You changed the role of ${moderator}`,
];

describe('the history', () => {
  it('says who did what to whom, why, from where and what it changed, newest first', async () => {
    const page = await open('/history');
    await expect.poll(() => sentences(page)).toEqual(everything);
    const hidden = items(page).nth(2);
    const text = await hidden.textContent();
    for (const part of [
      'Spam',
      'No adverts, please.',
      formula,
      'Active',
      'Hidden',
      '127.0.0.1',
    ]) {
      expect(text).toContain(part);
    }
    const stamp = hidden.getByRole('time');
    expect(await stamp.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/);
    // In whole for those who have it read to them, too.
    expect(await stamp.textContent()).toContain(String(new Date().getFullYear()));
  });

  it('shows moderators the events of profiles alone', async () => {
    const page = await open('/history', moderatorToken);
    await expect
      .poll(() => sentences(page))
      .toEqual([`${admin} restored ann`, 'You hid bob', `${admin} hid ann`]);
    await page.getByRole('combobox', { name: 'What was done' }).click();
    await expect
      .poll(() => page.getByRole('option').allTextContents())
      .toEqual(['Anything', 'Profile hidden', 'Profile restored']);
  });

  it('is narrowed as the address says, and says so in the address', async () => {
    const page = await open('/history');
    await expect.poll(() => sentences(page)).toEqual(everything);
    await page.getByRole('combobox', { name: 'What was done' }).click();
    await page.getByRole('option', { name: 'Profile hidden' }).click();
    await expect.poll(() => sentences(page)).toEqual([everything[1], everything[2]]);
    await page.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'Harassment' }).click();
    await expect.poll(() => sentences(page)).toEqual([everything[1]]);
    await page.getByRole('searchbox', { name: 'By whom' }).fill('moder');
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe('?type=profile.hidden&reason=harassment&who=moder');

    const other = await open('/history?profile=ANN&who=admin');
    await expect.poll(() => sentences(other)).toEqual([everything[0], everything[2]]);
    const today = new Date().toLocaleDateString('sv');
    await other.getByLabel('From', { exact: true }).fill(today);
    await other.getByLabel('To', { exact: true }).fill(today);
    await expect
      .poll(() => new URL(other.url()).search)
      .toContain(`from=${today}&to=${today}`);
    await expect.poll(() => sentences(other)).toEqual([everything[0], everything[2]]);
    await other.getByLabel('To', { exact: true }).fill('2001-01-01');
    await other.getByLabel('From', { exact: true }).fill('2000-01-01');
    await other.getByRole('heading', { name: 'Nothing like that was done' }).waitFor();
    await other.getByRole('link', { name: 'Show everything' }).click();
    await expect.poll(() => sentences(other)).toEqual(everything);
  });

  it('saves what it shows as CSV, with nothing in it that a spreadsheet would run', async () => {
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

  it('goes back as far as one asks', async () => {
    const team = callService(service, adminToken);
    for (let times = 0; times < 20; times += 1) {
      await team.moderation.profiles.hide.mutate({ username: 'dora' });
      await team.moderation.profiles.restore.mutate({ username: 'dora' });
    }
    const page = await open('/history?profile=dora');
    await expect.poll(() => items(page).count()).toBe(30);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect.poll(() => items(page).count()).toBe(40);
    expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0);
  });

  it('saves more than one answer holds', async () => {
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

  it('undoes what may be undone from there, and marks it; nothing else offers to', async () => {
    await callService(service, adminToken).moderation.profiles.hide.mutate({
      username: 'cleo',
    });
    const page = await open('/history?profile=cleo');
    await page.getByRole('button', { name: 'Undo: cleo hidden' }).click();
    await items(page).nth(1).getByText('Undone').waitFor();
    // The badge, and the button that undoes the undo.
    await expect
      .poll(() => items(page).first().getByText('Undo', { exact: true }).count())
      .toBe(2);
    expect(await items(page).nth(1).getByRole('button', { name: /^Undo/ }).count()).toBe(
      0,
    );
    const { data } = await callService(
      service,
      adminToken,
    ).moderation.profiles.inspect.query({
      username: 'cleo',
    });
    expect(data.profile.hidden).toBe(false);
  });

  it('says why where a later action stands in the way of an undo', async () => {
    const team = callService(service, adminToken);
    await team.moderation.profiles.hide
      .mutate({ username: 'bob', reason: 'spam' })
      .catch(() => undefined);
    await team.moderation.profiles.restore.mutate({ username: 'bob' });
    const page = await open('/history?profile=bob');
    const undo = page.getByRole('button', { name: 'Undo: bob restored' });
    await undo.waitFor();
    await callService(service, moderatorToken).moderation.profiles.hide.mutate({
      username: 'bob',
    });
    await undo.click();
    await expect
      .poll(() =>
        page
          .getByText(/moderator@example\.com hid it/)
          .first()
          .isVisible(),
      )
      .toBe(true);
  });

  it('says what went wrong where it does not load, and tries again', async () => {
    const page = await open('/');
    await heading(page, 'Overview').waitFor();
    await page.route(/audit\.list/, (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'The history didn’t load' }).waitFor();
    await page.unroute(/audit\.list/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => items(page).first().isVisible()).toBe(true);
  });
});
