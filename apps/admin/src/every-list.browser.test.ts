import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { createProfiles, openAs, useFixture } from './testing/fixture.ts';
import { namesIn } from './testing/list.ts';
import { mailedCode } from './testing/call-service.ts';
import { asAdmin } from './testing/subjects.ts';

type ListPage = {
  name: string;
  path: string;
  /** The procedure that reads its rows. */
  procedure: string;
  search?: { label: string; missing: string; empty: string };
  selects?: boolean;
  /** Returns from a case; undefined if the case is beside its row. */
  goBack?: (page: Page) => Promise<unknown>;
  /** Reloads the list if it does not reload by itself. */
  readAgain?: (page: Page) => Promise<void>;
};

const byLink = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name }).getByRole('link', { name }).click();

const lists: readonly ListPage[] = [
  {
    name: 'Profiles',
    path: '/profiles',
    procedure: 'moderation.profiles.search',
    search: { label: 'Search profiles', missing: 'zzzz', empty: 'No profile fits' },
    selects: true,
    goBack: byLink('Profiles'),
    readAgain: async (page) => {
      const username = `late-${Date.now()}`;
      await createProfiles(fixture(), 'late@example.com', [username]);
      await page.clock.runFor(20_000);
      await page.getByRole('button', { name: /new$/ }).click();
    },
  },
  {
    name: 'Users',
    path: '/users',
    procedure: 'moderation.users.search',
    selects: true,
    goBack: byLink('Users'),
  },
  {
    name: 'History',
    path: '/history',
    procedure: 'audit.listActions',
    goBack: byLink('History'),
  },
  {
    name: 'Mail',
    path: '/mail',
    procedure: 'moderation.mail.deliveries',
    search: {
      label: 'Look up an address',
      missing: 'nobody@example.org',
      empty: 'No mail to nobody@example.org',
    },
  },
  { name: 'Service keys', path: '/keys', procedure: 'moderation.keys.list' },
  { name: 'Webhooks', path: '/webhooks', procedure: 'webhooks.list' },
];

const fixture = useFixture();

const few = ['1', '2', '3', '4', '5'] as const;

beforeAll(async () => {
  const { service, database } = fixture();
  const { auth, moderation, webhooks } = asAdmin(fixture());
  for (const number of few) {
    await createProfiles(fixture(), `owner-${number}@example.com`, [`card-${number}`]);
    await moderation.profiles.hide.mutate({ username: `card-${number}`, reason: 'spam' });
    await moderation.keys.create.mutate({
      name: `Program ${number}`,
      scopes: ['profiles:read'],
      days: 7,
    });
    await webhooks.create.mutate({
      url: `http://127.0.0.1:9/${number}`,
      kinds: ['user.erased'],
    });
  }
  for (const number of few) {
    const email = `waiting-${number}@example.com`;
    await auth.sendCode.mutate({ email });
    await mailedCode(service, email);
  }
  // Mail waits for the key that its code is derived from.
  await sql`
    with waiting as (
      update outbox set state = 'queued', sent_at = null, attempts = 1,
        outcome = 'provider_failed' where recipient like 'waiting-%'
      returning challenge_id
    )
    update challenges set key_id = 'lost' from waiting where id = challenge_id
  `.execute(database());
});

const open = (path: string) => openAs(fixture(), fixture().adminToken, path);

const addressOf = ({ path }: ListPage) => `${fixture().service.origin}/admin${path}`;

const rows = (page: Page) => page.locator('[role="grid"] [data-index]');

const allRows = (page: Page) =>
  rows(page)
    .nth(few.length - 1)
    .waitFor();

async function openList({ path }: ListPage): Promise<Page> {
  const page = await open(path);
  await allRows(page);
  return page;
}

/** The index of the focused row, or undefined. */
const focusedRow = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('data-index') ?? undefined);

async function expectFocus(page: Page, index: number): Promise<void> {
  await expect.poll(() => focusedRow(page)).toBe(String(index));
}

const tabStops = (page: Page) => page.locator('[role="grid"] [data-index][tabindex="0"]');

const overflow = (page: Page) =>
  page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );

const selected = (page: Page, count: number) =>
  page.getByRole('region', { name: 'Selection' }).getByText(`${count} selected`);

const calls = ({ procedure }: ListPage) => new RegExp(`/trpc/.*${procedure}`);

/**
 * All lists are one component. These stand for the others: rows that come page by page,
 * with a page for each case, or at once.
 */
const named = (...names: string[]) => lists.filter(({ name }) => names.includes(name));
const kinds = named('Profiles', 'Service keys');

it.each(lists.flatMap(({ search, ...list }) => (search ? [{ ...list, ...search }] : [])))(
  'the list of $name is searched by keys, and says that nothing fits',
  async ({ label, missing, empty, ...list }) => {
    const page = await openList(list);
    const field = page.getByRole('searchbox', { name: label });
    const hasFocus = () => field.evaluate((one) => one === document.activeElement);
    await page.keyboard.press('/');
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press('Enter');
    await expectFocus(page, 0);
    await page.keyboard.press('j');
    await page.keyboard.press('/');
    await page.keyboard.type(missing);
    await page.getByRole('heading', { name: empty }).waitFor();
    expect(await rows(page).count()).toBe(0);
    await expect.poll(() => hasFocus()).toBe(true);
    await page.keyboard.press('Escape');
    await rows(page).first().waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await expect.poll(() => hasFocus()).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(hasFocus).toBe(false);
    // It continues from the row before the search.
    await page.keyboard.press('j');
    await expectFocus(page, 2);
  },
);

it.each(lists.filter(({ selects }) => selects))(
  'the list of $name is selected by keys',
  async (list) => {
    const page = await openList(list);
    const { length } = await namesIn(page);
    for (const key of ['j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await selected(page, 3).waitFor();
    await expect
      .poll(() => page.locator('[role="row"][aria-selected="true"]').count())
      .toBe(3);
    await page.keyboard.press('Escape');
    await selected(page, 3).waitFor({ state: 'detached' });
    await expectFocus(page, 2);
    await page.keyboard.press('a');
    await selected(page, length).waitFor();
    await page.keyboard.press('Escape');
    await selected(page, length).waitFor({ state: 'detached' });
  },
);

it.each(kinds)(
  'the list of $name opens a case by Enter, and focuses its row on the way back',
  async (list) => {
    const { goBack } = list;
    const page = await openList(list);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expectFocus(page, 1);
    await page.keyboard.press('Enter');
    if (goBack) await page.waitForURL(({ href }) => !href.endsWith(list.path));
    await page.getByRole('article').waitFor();
    if (goBack) await goBack(page);
    else await page.keyboard.press('Escape');
    await allRows(page);
    await expect.poll(() => focusedRow(page)).toBe('1');
  },
);

it.each(kinds)(
  'the list of $name says that it loads, that loading failed, and tries again',
  async (list) => {
    const page = await open('/start.js');
    const held = Promise.withResolvers<undefined>();
    await page.route(calls(list), async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, body: '' });
    });
    await page.goto(addressOf(list));
    const status = page.getByRole('status').filter({ hasText: /^Loading the .*…$/ });
    await status.waitFor();
    held.resolve(undefined);
    const alert = page.getByRole('alert').filter({ hasText: 'didn’t load' });
    await alert.waitFor();
    await page.unroute(calls(list));
    await alert.getByRole('button', { name: 'Try again' }).click();
    await allRows(page);
    expect(await alert.or(status).count()).toBe(0);
  },
);

it.each(kinds)(
  'the list of $name keeps its rows offline, and if it can’t be loaded again',
  async (list) => {
    const page = await open('/start.js');
    await page.clock.install();
    await page.goto(addressOf(list));
    await allRows(page);
    const names = await namesIn(page);
    await page.context().setOffline(true);
    await page.getByText('You’re offline. What you see may be out of date').waitFor();
    await expect.poll(() => namesIn(page)).toEqual(names);
    await page.route(calls(list), (route) => route.fulfill({ status: 500, body: '' }));
    // The data is old by now, so it is loaded again when the connection returns.
    await page.clock.runFor(20_000);
    await page.context().setOffline(false);
    await list.readAgain?.(page);
    const line = page.getByRole('alert').filter({ hasText: 'This may be out of date' });
    // The page's timers go by its own clock. Each starts only with an answer, whose
    // moment nobody knows: one step of the clock may come before it.
    const isToldInTime = async () => {
      await page.clock.runFor(1_000);
      return line.isVisible();
    };
    await expect.poll(isToldInTime).toBe(true);
    await expect.poll(() => namesIn(page)).toEqual(names);
    await page.unroute(calls(list));
    await line.getByRole('button', { name: 'Try again' }).click();
    await line.waitFor({ state: 'detached' });
  },
);

// `every-page` looks at the other lists with their rows.
it.each(named('Profiles', 'Service keys', 'Webhooks'))(
  'the list of $name is accessible: axe, 320 pixels, high contrast',
  async (list) => {
    const { selects = false } = list;
    const page = await openList(list);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    if (selects) await page.keyboard.press('x');
    expect(await seriousFindings(page)).toEqual([]);

    await page.emulateMedia({ forcedColors: 'active' });
    const look = (index: number) =>
      rows(page)
        .nth(index)
        .evaluate((row) => {
          const { outlineStyle, backgroundImage } = getComputedStyle(row);
          return {
            hasOutline: outlineStyle !== 'none',
            isMarked: backgroundImage !== 'none',
          };
        });
    await expect.poll(() => look(0)).toEqual({ hasOutline: false, isMarked: false });
    await expect.poll(() => look(1)).toEqual({ hasOutline: true, isMarked: selects });
    await page.emulateMedia({ forcedColors: 'none' });

    await page.setViewportSize({ width: 320, height: 700 });
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  },
);

it.each(named('Profiles', 'History', 'Webhooks'))(
  'the list of $name fits a laptop at 200 %, and text of twice the size',
  async (list) => {
    const page = await openList(list);
    await page.setViewportSize({ width: 720, height: 450 });
    const name = rows(page).first().getByRole('link').first();
    await expect.poll(() => name.evaluate((one) => one.clientWidth)).toBeGreaterThan(200);
    await page.setViewportSize({ width: 1280, height: 720 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    await rows(page).first().waitFor();
    await expect
      .poll(() =>
        page.evaluate(() => getComputedStyle(document.documentElement).fontSize),
      )
      .toBe('32px');
    await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
    expect(await cutRows(page)).toEqual([]);
  },
);

it.each(named('Profiles'))(
  'the list of $name has one tab stop, and keys move it',
  async (list) => {
    const page = await openList(list);
    const last = (await namesIn(page)).length - 1;
    const steps = [
      ['j', 0],
      ['j', 1],
      ['ArrowDown', 2],
      ['k', 1],
      ['ArrowUp', 0],
      ['k', 0],
      ['End', last],
      ['j', last],
      ['Home', 0],
    ] as const;
    for (const [key, index] of steps) {
      await page.keyboard.press(key);
      await expectFocus(page, index);
      await expect.poll(() => tabStops(page).count()).toBe(1);
    }
  },
);

/** Rows whose text is cut off or overlaps the next row. */
const cutRows = (page: Page) =>
  rows(page).evaluateAll((all) =>
    all
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const texts = [...row.querySelectorAll('a, [dir="auto"], time')].filter((text) =>
          text.checkVisibility(),
        );
        return texts.some((text) => {
          const box = text.getBoundingClientRect();
          return box.top < top || box.bottom > bottom || box.width === 0;
        });
      })
      .map((row) => row.textContent),
  );
