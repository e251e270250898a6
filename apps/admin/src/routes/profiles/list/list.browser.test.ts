import { sql } from 'kysely';
import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../../testing/browser.ts';
import { callService, tokenOf } from '../../../testing/call-service.ts';
import {
  createProfiles,
  openAs,
  useFixture,
  withClock,
} from '../../../testing/fixture.ts';
import { namesIn, rowOf } from '../../../testing/list.ts';
import { heading } from '../../../testing/tab.ts';
import { gridOf } from '../testing/grid.ts';
import { shownParameter, shownSearch } from '../../../testing/shown-search.ts';

const fixture = useFixture();

const openList = (search = '', options = {}) =>
  openAs(fixture(), fixture().adminToken, `/profiles${search}`, options);

beforeAll(async () => {
  await createProfiles(fixture(), 'ann@example.com', ['ann', 'bob', 'cleo']);
  await createProfiles(fixture(), 'dora@example.com', ['dora', 'emil']);
  const { service } = fixture();
  const ann = callService(service, await tokenOf(service, 'ann@example.com'));
  await ann.profiles.updateSocials.mutate({
    username: 'bob',
    about: 'Paints lighthouses',
    socials: { website: 'https://bob.example.org/' },
  });
  await ann.profiles.updateLocation.mutate({
    username: 'cleo',
    location: { latitude: 48.2, longitude: 16.37 },
  });
  await ann.profiles.create.mutate({ username: 'finn', referral: 'dora' });
  await fixture()
    .database()
    .updateTable('profiles')
    .set({ hidden: true })
    .where('username', '=', 'emil')
    .execute();
  await sql`update profiles set created_at = '2020-05-05T12:00:00Z' where username = 'ann'`.execute(
    fixture().database(),
  );
});

describe('the list of profiles', () => {
  it('shows everything, newest first, with the counts by state, and is searched during typing', async () => {
    const page = await openList();
    await expect
      .poll(() => namesIn(page))
      .toEqual(['finn', 'emil', 'dora', 'cleo', 'bob', 'ann']);

    const states = page.getByRole('navigation', { name: 'State' });
    await expect
      .poll(() => states.innerText())
      .toMatch(/All\s*6\s*Active\s*5\s*Hidden\s*1/);
    expect(await (await gridOf(page)).getAttribute('aria-rowcount')).toBe('7');

    const text = 'owner:dora@example.com -emil';
    await page.keyboard.press('/');
    await page.keyboard.type(text);
    await expect.poll(() => namesIn(page)).toEqual(['dora']);

    await expect.poll(() => shownParameter(page, 'text')).toBe(text);
  });

  it('writes each filter into the URL, and counts those that are set', async () => {
    const page = await openList('?state=active&referredBy=dora&from=2020-05-06');
    await expect.poll(() => namesIn(page)).toEqual(['finn']);
    await page.getByRole('button', { name: 'Filter 2 set' }).click();
    await page.getByLabel('Referred by dora').click();
    await expect.poll(() => namesIn(page)).not.toContain('ann');
    await page.getByLabel('Created from').fill('2020-05-04');
    await expect.poll(() => namesIn(page)).toContain('ann');
    await page.getByLabel('to', { exact: true }).fill('2020-05-05');
    await expect.poll(() => namesIn(page)).toEqual(['ann']);

    expect(shownSearch(page)).toBe('?state=active&from=2020-05-04&to=2020-05-05');
  });

  it('says that nothing fits, and offers the whole list', async () => {
    const page = await openList('?text=zz&sort=oldest');
    await page.getByRole('heading', { name: 'No profile fits' }).waitFor();
    await page.getByText(/usernames that begin/).waitFor();
    await page.getByRole('link', { name: 'Clear the search and filters' }).click();

    await expect
      .poll(() => namesIn(page))
      .toEqual(['ann', 'bob', 'cleo', 'dora', 'emil', 'finn']);
    await expect.poll(() => page.getByLabel('Search profiles').inputValue()).toBe('');
  });

  // The list itself is looked at as every page is.
  it('has no serious finding of axe in its menu and filters', async () => {
    const page = await openList('?text=example', {
      viewport: { width: 320, height: 800 },
    });
    await gridOf(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.keyboard.press('h');
    await page.getByRole('menu', { name: /^Hide / }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Created from').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('fits a phone, with targets of 44 pixels, and opens the case', async () => {
    const width = 320;
    const page = await openList('', {
      viewport: { width, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await gridOf(page);
    const sixth = await rowOf(page, 'ann').boundingBox();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBe(width);
    expect((sixth?.y ?? 844) + (sixth?.height ?? 0)).toBeLessThan(844);
    expect(sixth?.height).toBeGreaterThanOrEqual(44);

    await rowOf(page, 'bob').tap();
    await heading(page, 'bob').waitFor();
    const hide = await page.getByRole('button', { name: 'Hide' }).boundingBox();
    expect(Math.min(hide?.width ?? 0, hide?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await page.getByRole('link', { name: 'bob.example.org', exact: true }).tap();
    await expect.poll(() => namesIn(page)).toEqual(['bob']);
    expect(shownParameter(page, 'text')).toBe('domain:bob.example.org');

    // A tablet shows the boxes of rows.
    await page.setViewportSize({ width: 1024, height: 844 });
    const box = page.getByLabel('Select bob').locator('..');
    await expect
      .poll(async () => (await box.boundingBox())?.width)
      .toBeGreaterThanOrEqual(44);
  });

  it('shows the case of the focused row beside the list if there is room', async () => {
    const page = await openList('?text=example&sort=username', {
      viewport: { width: 1280, height: 800 },
    });
    await gridOf(page);
    const shown = page.getByRole('complementary').getByRole('heading');
    await page.keyboard.press('j');
    await expect.poll(() => shown.first().textContent()).toBe('ann');
    await page.keyboard.press('j');
    await expect.poll(() => shown.first().textContent()).toBe('bob');
    await page.setViewportSize({ width: 1279, height: 800 });
    await shown.first().waitFor({ state: 'detached' });
    await expect.poll(() => rowOf(page, 'bob').getAttribute('aria-current')).toBe('true');
  });

  it('shows the boxes, the open pages, the main action and the edges of layers in high contrast', async () => {
    const page = await openList('', { forcedColors: 'active' });
    await gridOf(page);
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const styleOf = (locator: Locator) =>
      locator.evaluate((element) => {
        const { backgroundColor, appearance, borderTopWidth } = getComputedStyle(element);
        return { backgroundColor, appearance, borderTopWidth };
      });
    const tabs = page.getByRole('navigation', { name: 'State' }).getByRole('link');
    const pages = page.getByRole('navigation', { name: 'Main' }).getByRole('link');

    expect((await styleOf(page.getByLabel('Select finn'))).appearance).toBe('auto');
    expect((await styleOf(tabs.first())).backgroundColor).not.toBe(
      (await styleOf(tabs.last())).backgroundColor,
    );
    expect((await styleOf(pages.nth(1))).backgroundColor).not.toBe(
      (await styleOf(pages.first())).backgroundColor,
    );
    const hide = page
      .getByRole('region', { name: 'Selection' })
      .getByRole('button', { name: 'Hide' });
    expect((await styleOf(hide)).borderTopWidth).toBe('1px');
    await page.getByRole('button', { name: 'Filter' }).click();
    const layer = page.getByRole('dialog', { name: 'Show profiles' });
    expect((await styleOf(layer)).borderTopWidth).toBe('1px');
  });
});

describe('updates', () => {
  it('are announced, and shown on request', async () => {
    const page = await openList();
    const waitFor = await withClock(page, rowOf(page, 'bob'));
    await expect
      .poll(() => namesIn(page))
      .toEqual(['finn', 'emil', 'dora', 'cleo', 'bob', 'ann']);
    await createProfiles(fixture(), 'gus@example.com', ['gus', 'hana', 'ines']);
    const updates = page.getByRole('button', { name: '3 new' });
    await waitFor(updates);

    await expect
      .poll(() => namesIn(page))
      .toEqual(['finn', 'emil', 'dora', 'cleo', 'bob', 'ann']);
    await updates.click();
    await expect
      .poll(() => namesIn(page))
      .toEqual(['ines', 'hana', 'gus', 'finn', 'emil', 'dora', 'cleo', 'bob', 'ann']);
    await updates.waitFor({ state: 'detached' });
  });

  it('mark the rows that others changed, without moving them', async () => {
    const page = await openList('?text=example&sort=username');
    const waitFor = await withClock(page, rowOf(page, 'bob'));
    await gridOf(page);
    const before = await namesIn(page);
    const { service } = fixture();
    const ann = callService(service, await tokenOf(service, 'ann@example.com'));
    await ann.profiles.updateSocials.mutate({
      username: 'bob',
      about: 'Paints windmills',
    });
    await waitFor(rowOf(page, 'bob').getByText('Paints windmills'));

    await expect
      .poll(() => rowOf(page, 'bob').innerText())
      .toContain('Its owner changed it');
    await expect.poll(() => namesIn(page)).toEqual(before);
  });
});

describe('the command palette', () => {
  it('offers all profiles that match', async () => {
    const all = ['z1', 'z2', 'z3', 'z4', 'z5', 'z6', 'z7'];
    await createProfiles(fixture(), 'zeta@example.net', all);
    const page = await openList('/ann');
    await page.getByRole('heading', { name: 'ann', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: 'Command palette' });
    await field.fill('example.net');
    await page.getByRole('option', { name: 'See all profiles' }).click();

    await expect.poll(() => namesIn(page)).toEqual(all.toReversed());
  });
});

describe('all that match a search', () => {
  it('are previewed, hidden by one confirmation and restored by one undo, and what was left is listed', async () => {
    const names = Array.from({ length: 120 }, (_, nth) => `wave${nth}`);
    await createProfiles(fixture(), 'wave@example.com', names);
    const page = await openList('?text=wave&state=active');
    await page.getByLabel('Select wave119').check();
    await page.getByRole('button', { name: /that match …$/ }).click();
    const dialog = page.getByRole('dialog', { name: 'All that match' });
    await dialog.getByText('120 profiles of 1 owner').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const { service } = fixture();
    const owner = callService(service, await tokenOf(service, 'wave@example.com'));
    const change = { username: 'wave7', about: 'Something else' };
    await owner.profiles.updateSocials.mutate(change);
    await dialog.getByRole('button', { name: 'Hide 120 profiles' }).click();
    await page.getByText('119 hidden, 1 left as they were').waitFor();
    const states = page.getByRole('navigation', { name: 'State' });
    await expect.poll(() => states.innerText()).toMatch(/Hidden\s*119/);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => states.innerText()).toMatch(/Active\s*120/);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await rowOf(page, 'You').nth(1).click();
    const left = page.getByRole('region', { name: 'Left as they were' });
    await left.getByText('1 changed').waitFor();
    await left.getByRole('link', { name: 'wave7' }).waitFor();
  });
});
