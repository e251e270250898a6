import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../testing/browser.ts';
import { tokenOf } from '../../testing/call-service.ts';
import { openAs, useFixture } from '../../testing/fixture.ts';
import { namesIn } from '../../testing/list.ts';
import { focusedText, heading } from '../../testing/tab.ts';
import { gridOf, pressKeys } from './testing/grid.ts';

const fixture = useFixture();

const amount = 250;

/** The size of the last round. */
const rest = 50;

beforeAll(async () => {
  await tokenOf(fixture().service, 'owner@example.com');
  await sql`
    insert into profiles (id, owner_id, username, username_key, referral, about)
    select gen_random_uuid(), users.id, 'p' || n, 'p' || n, '', 'Sourdough'
    from users, generate_series(1, ${amount}::int) n
    where email = 'owner@example.com' order by n
  `.execute(fixture().database());
});

const said = (page: Page, title: string) =>
  page.getByText(title, { exact: true }).last().waitFor();

async function hideNext(page: Page, count: number): Promise<void> {
  await page.keyboard.press('a');
  await page.getByText(`${count} selected`).waitFor();
  await page.keyboard.press('1');
  await said(page, `${count} profiles hidden`);
}

const first = async (page: Page) => (await namesIn(page))[0];

/** Counts hidden profiles, events, and the profiles of these events. */
async function counted(): Promise<number[]> {
  const { rows } = await sql<{ counts: number[] }>`
    select array[(select count(*)::int from profiles where hidden), count(*)::int, count(distinct profile_id)::int] as counts
    from audit_events
  `.execute(fixture().database());
  return rows[0]?.counts ?? [];
}

const openActive = () =>
  openAs(fixture(), fixture().adminToken, '/profiles?text=sourdough&state=active');

describe('working through the results of a search', () => {
  it('continues in rounds of a hundred by keys, and takes no row twice', async () => {
    const page = await openActive();
    await gridOf(page);
    for (let left = amount; left > 100; left -= 100) {
      await hideNext(page, 100);
      await expect.poll(() => first(page)).toBe(`p${left - 100}`);
    }
    await hideNext(page, rest);
    await page.getByRole('heading', { name: 'No profile fits' }).waitFor();
    await expect.poll(() => counted()).toEqual([amount, amount, amount]);

    await page.keyboard.press('u');
    await said(page, `Undone: ${rest} profiles hidden`);
    await expect.poll(() => first(page)).toBe(`p${rest}`);
    await page.keyboard.press('u');
    await expect.poll(() => first(page)).toBe(`p${rest + 100}`);
    await page.keyboard.press('Shift+U');
    await expect.poll(() => first(page)).toBe(`p${rest}`);
    await expect.poll(async () => (await counted())[0]).toBe(amount - rest);
  });

  it('undoes a round after a reload by one key, and links to it from its profiles', async () => {
    const page = await openAs(
      fixture(),
      fixture().adminToken,
      '/history?type=profile.hidden',
    );
    const history = page.getByRole('grid', { name: 'History' });
    await history.getByText('hid 100 profiles').first().waitFor();
    await page.keyboard.press('j');
    const events = page.getByRole('list', { name: 'Events, newest first' });
    await expect.poll(() => events.getByRole('listitem').count()).toBe(30);
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('u');
    await said(page, 'Undone: 100 profiles hidden');
    await history.getByText('Undone', { exact: true }).first().waitFor();
    expect((await counted())[0]).toBe(amount - rest - 100);

    await events.getByRole('link').first().click();
    await page.getByRole('link', { name: '99 others' }).first().click();
    await heading(page, /100 profiles/).waitFor();
    await expect.poll(() => events.getByRole('listitem').count()).toBe(30);
    // What is shown stays if more does not load.
    await page.route(/audit\.list(\?|,|%2C)/, (route) =>
      route.fulfill({ status: 500, body: '' }),
    );
    await page.getByRole('button', { name: 'Show more' }).click();
    await page
      .getByRole('alert')
      .getByText('could not be loaded again')
      .first()
      .waitFor();
    expect(await events.getByRole('listitem').count()).toBe(30);
  });

  it('shows the next profile in place of a hidden one, in the list and on its page', async () => {
    const page = await openActive();
    await gridOf(page);
    await pressKeys(page, 'j j');
    const [top = '', active = '', next = ''] = await namesIn(page);
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    await page.route(/profiles\.(search|hideMany)/, async (route) => {
      await held;
      await route.continue();
    });
    // Before the service has answered and the row is reloaded.
    await page.keyboard.press('1');
    await expect.poll(() => focusedText(page)).toContain(next);
    expect(await namesIn(page)).not.toContain(active);
    release(undefined);
    await said(page, `${active} hidden`);
    await expect.poll(() => focusedText(page)).toContain(next);

    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await heading(page, top).waitFor();
    await page.getByRole('button', { name: 'Hide' }).waitFor();
    await page.keyboard.press('1');
    await heading(page, next).waitFor();
    await said(page, `${top} hidden`);
    await page.keyboard.press('u');
    await said(page, `Undone: ${top} hidden`);
    await page.keyboard.press('u');
    await said(page, `Undone: ${active} hidden`);
    await page.keyboard.press('u');
    const note = page.locator('[data-type="note"]');
    await note.getByText('Everything done in this tab is undone').waitFor();
  });
});
