import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../../testing/browser.ts';
import { callService, tokenOf } from '../../../testing/call-service.ts';
import {
  createProfiles,
  moderatorOf,
  openAs,
  useFixture,
  withClock,
} from '../../../testing/fixture.ts';
import { rowOf } from '../../../testing/list.ts';
import { heading } from '../../../testing/tab.ts';
import { gridOf } from '../testing/grid.ts';
import { shownParameter } from '../../../testing/shown-search.ts';

const fixture = useFixture();

const hostile = '<img src=x onerror=alert(1)>';

const script = 'javascript:alert(1)';

/** A Cyrillic а, and an override that reverses the end of the line. */
const deceptive = 'p\u0430ypal \u202etxt.exe';

const openProfile = (username: string, options = {}) =>
  openAs(fixture(), fixture().adminToken, `/profiles/${username}`, options);

beforeAll(async () => {
  const { service } = fixture();
  await createProfiles(fixture(), 'ann@example.com', [
    'ann',
    'ann-too',
    'evil',
    'evil-too',
  ]);
  const ann = callService(service, await tokenOf(service, 'ann@example.com'));
  await ann.users.updateMe.mutate({ walletAddress: '0xabc' });
  await ann.profiles.updateSocials.mutate({
    username: 'ann',
    about: 'First line\nSecond line',
    socials: { website: 'https://ann.example.org/', x: 'https://x.com/ann' },
  });
  await ann.profiles.updateLocation.mutate({
    username: 'ann',
    location: { latitude: 48.2082, longitude: 16.3738 },
  });
  await createProfiles(fixture(), 'ben@example.com', ['ben']);
  const ben = callService(service, await tokenOf(service, 'ben@example.com'));
  await ben.users.updateMe.mutate({ walletAddress: '0xabc' });
  await ben.profiles.create.mutate({ username: 'carl', referral: 'ann' });
  await sql`
    update profiles set about = ${hostile},
      socials = ${JSON.stringify({ x: script, telegram: script, website: script, discord: ` ${script}` })}::jsonb
    where username = 'evil'
  `.execute(fixture().database());
  await ann.profiles.updateSocials.mutate({ username: 'evil-too', about: deceptive });
});

/** Watches whether any text of a stranger runs as a script. */
async function watchForScripts(page: Page): Promise<() => Promise<string[]>> {
  const dialogs: string[] = [];
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.dismiss();
  });
  return async () => [
    ...dialogs,
    ...(await page.locator('a[href^="javascript" i], img[src="x"]').allInnerTexts()),
  ];
}

describe('one profile', () => {
  it('shows everything about it', async () => {
    const page = await openProfile('ann');
    await heading(page, 'ann').waitFor();
    const text = page.getByRole('article', { name: 'ann' });
    await text.getByRole('link', { name: '3 profiles' }).waitFor();
    await expect
      .poll(() => text.innerText())
      .toMatch(
        /First line\nSecond line[^]*ann\.example\.org[^]*x\.com\/ann[^]*ann@example\.com[^]*wallet address[^]*1 profile/,
      );
    const website = text.getByRole('link', { name: 'Open ann.example.org in a new tab' });
    await expect
      .poll(() => website.getAttribute('rel'))
      .toBe('noopener noreferrer nofollow ugc');
    await expect.poll(() => website.getAttribute('target')).toBe('_blank');
    await expect
      .poll(() => website.getAttribute('href'))
      .toBe('https://ann.example.org/');
    const place = text.getByRole('link', { name: 'Vienna, Austria' });
    expect(await place.getAttribute('href')).toMatch(/\?mlat=48\.2082&mlon=16\.3738#/);

    await text.getByRole('link', { name: 'ann.example.org', exact: true }).click();
    await rowOf(page, 'ann').waitFor();
    expect(shownParameter(page, 'text')).toBe('domain:ann.example.org');
  });

  it('links to the owner, to the owner’s other profiles and to referred profiles', async () => {
    const page = await openProfile('ann');
    await page.getByRole('link', { name: '3 profiles' }).click();
    await rowOf(page, 'ann-too').waitFor();
    expect(shownParameter(page, 'text')).toBe('owner:ann@example.com');
    await page.goBack();
    await page.getByRole('link', { name: '1 profile' }).click();
    await gridOf(page);
    await rowOf(page, 'carl').focus();
    await page.keyboard.press('Enter');
    await heading(page, 'carl').waitFor();
    await page.getByRole('link', { name: 'ann', exact: true }).click();
    await heading(page, 'ann').waitFor();
    await page.getByRole('link', { name: 'ann@example.com' }).click();

    await expect.poll(() => page.url()).toMatch(/\/admin\/users\/[0-9a-f-]{36}$/);
  });

  it('shows moderators the owner’s address when they ask, without a link', async () => {
    const token = await moderatorOf(fixture(), 'mod@example.com');
    const page = await openAs(fixture(), token, '/profiles/ann');
    await page.getByText('a…@example.com').waitFor();
    expect(await page.getByText('ann@example.com').count()).toBe(0);
    await page.getByRole('button', { name: 'Show address' }).click();
    await page.getByText('ann@example.com').waitFor();
    expect(await page.getByRole('link', { name: 'ann@example.com' }).count()).toBe(0);

    await page.getByRole('link', { name: '3 profiles' }).click();
    await rowOf(page, 'ann-too').waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('ben@example.com');
    await page.getByRole('option', { name: 'Profiles of ben@example.com' }).click();
    await rowOf(page, 'ben').waitFor();
  });

  it('offers nobody to hide their own profile, neither here nor in the list', async () => {
    await createProfiles(fixture(), 'admin@example.com', ['staffs-own']);
    const page = await openProfile('staffs-own');
    await page
      .getByText('This is your own profile. Another moderator decides about it.')
      .waitFor();
    expect(await page.getByRole('button', { name: 'Hide' }).count()).toBe(0);

    await page
      .getByRole('navigation', { name: 'Profiles' })
      .getByText('Profiles')
      .click();
    await rowOf(page, 'staffs-own').getByRole('checkbox').click();
    await page.keyboard.press('1');
    await page.getByText('You can’t moderate your own profiles').waitFor();
  });

  it('hides it with a reason and notes, restores it, and the owner and the history see them', async () => {
    const { service } = fixture();
    const page = await openProfile('ben');
    await heading(page, 'ben').waitFor();
    await page.getByRole('button', { name: 'Hide' }).click();
    await page.getByRole('menu', { name: 'Hide ben' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('n');
    await page.getByLabel('Note for the owner').fill('You are not Ben');
    await page.getByLabel('Private note').fill('Third time');
    await page.keyboard.press('Control+Enter');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByText('You hid it: Impersonation').waitFor();

    await expect.poll(() => history.innerText()).toMatch(/You are not Ben[^]*Third time/);
    const ben = callService(service, await tokenOf(service, 'ben@example.com'));
    const { data } = await ben.profiles.mine.query({});
    expect(data.notices).toMatchObject([
      { username: 'ben', reason: 'impersonation', note: 'You are not Ben' },
    ]);

    await page.getByRole('button', { name: 'Restore' }).waitFor();
    await page.keyboard.press('r');
    await history.getByText('You restored it').waitFor();
    await page.getByRole('button', { name: 'Hide' }).waitFor();
  });

  it('says who changed it while it was shown', async () => {
    const { service } = fixture();
    const zoe = callService(service, await moderatorOf(fixture(), 'zoe@example.com'));
    const page = await openProfile('carl');
    const waitFor = await withClock(page, heading(page, 'carl'));
    await page.getByRole('button', { name: 'Hide' }).waitFor();
    await zoe.moderation.profiles.hide.mutate({ username: 'carl', reason: 'spam' });
    await waitFor(page.getByText('zoe@example.com hid it: Spam while you were looking'));

    await expect
      .poll(() => page.getByRole('button', { name: 'Restore' }).count())
      .toBe(1);
  });

  it('says that a colleague approved it if it waited for a look', async () => {
    const { service, database } = fixture();
    const username = `held-${Date.now()}`;
    await createProfiles(fixture(), 'held@example.com', [username]);
    const { moderation } = callService(
      service,
      await moderatorOf(fixture(), 'zoe@example.com'),
    );
    await sql`
      update profiles set hidden = true, held = true where username = ${username}
    `.execute(database());
    const page = await openProfile(username);
    const waitFor = await withClock(page, heading(page, username));
    await page.getByText('Waits for a look').waitFor();
    const { data } = await moderation.desk.list.query({ lane: 'new', limit: 100 });
    const item = data.items.find(({ profile }) => profile?.username === username);
    const { id = '', profile } = item ?? {};
    const revision = profile?.revision ?? 0;
    await moderation.desk.close.mutate({ id, revision, decision: 'approve', note: null });
    await waitFor(page.getByText('zoe@example.com approved it while you were looking'));
    expect(await page.getByText('Waits for a look').count()).toBe(0);
  });

  it('says that no profile has that name', async () => {
    const page = await openProfile('nobody');
    await page.getByRole('heading', { name: 'There is no such profile' }).waitFor();
    await page.getByRole('link', { name: 'Search for it' }).click();

    await expect
      .poll(() => page.getByLabel('Search profiles').inputValue())
      .toBe('nobody');
  });

  it('fits 320, 390 and 1440 pixels, and has no serious finding of axe', async () => {
    const page = await openProfile('ann', { viewport: { width: 1440, height: 800 } });
    await page.getByRole('link', { name: 'Vienna, Austria' }).waitFor();
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
        .toBe(width);
    }
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('a malicious profile', () => {
  it('is harmless text in the list and on its page, and marked as deceptive in the list', async () => {
    const page = await openAs(fixture(), fixture().adminToken, '/profiles?text=evil');
    const findings = await watchForScripts(page);
    const row = rowOf(page, 'evil');
    await row.getByText(hostile, { exact: true }).waitFor();

    await expect.poll(() => row.getByRole('link').allInnerTexts()).toEqual(['evil']);
    await expect.poll(() => row.getByText(script).count()).toBe(1);
    expect(await findings()).toEqual([]);
    expect(await row.getByText('Mixed scripts').count()).toBe(0);
    await rowOf(page, 'evil-too').getByText('Mixed scripts').waitFor();
    await rowOf(page, 'evil-too').getByText('Reversed text').waitFor();

    await row.press('Enter');
    await heading(page, 'evil').waitFor();
    const card = page.getByRole('article', { name: 'evil' });
    await card.getByText(hostile, { exact: true }).waitFor();
    const links = card.getByRole('list', { name: 'Links' });

    await expect.poll(() => links.getByText('not a web link').count()).toBe(4);
    expect(await links.getByRole('link').count()).toBe(0);
    expect(await findings()).toEqual([]);
  });

  it('is marked as deceptive on its page, and stays inside its box', async () => {
    const page = await openProfile('evil-too');
    const states = page.getByRole('list', { name: 'State' }).getByRole('listitem');
    await states.first().waitFor();
    await expect
      .poll(() => states.allInnerTexts())
      .toEqual(expect.arrayContaining(['Mixed scripts', 'Reversed text']));
    const text = page.getByText(deceptive, { exact: true });

    await expect.poll(() => text.innerText()).toBe(deceptive);
    expect(
      await text.evaluate((element) => {
        const { overflow, unicodeBidi } = getComputedStyle(element);
        return { overflow, unicodeBidi };
      }),
    ).toEqual({ overflow: 'clip', unicodeBidi: 'isolate' });
  });
});
