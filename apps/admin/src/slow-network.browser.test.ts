import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowOf } from './routes/profiles/testing/grid.ts';
import { createProfiles, openAs, useFixture } from './testing/fixture.ts';
import { callService, tokenOf } from './testing/service.ts';

const fixture = useFixture();

const owner = 'owner@example.com';

/** p01 to p30, of whom the newest stands first. */
const all = Array.from(
  { length: 30 },
  (_, index) => `p${String(index + 1).padStart(2, '0')}`,
);

beforeAll(() => createProfiles(fixture(), owner, all));

beforeEach(async () => {
  await fixture().database().updateTable('profiles').set({ hidden: false }).execute();
});

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

/** The list in a session in which nothing else was opened yet. */
async function openList(search = ''): Promise<Page> {
  const page = await openAs(fixture(), fixture().adminToken, `/profiles${search}`);
  await rowOf(page, 'p30').waitFor();
  return page;
}

/** From now on each answer takes so many milliseconds, and 50 kB a second arrive. */
async function slowDown(page: Page, latency: number): Promise<void> {
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
}

async function pressAll(page: Page, keys: string): Promise<void> {
  for (const key of keys.split(' ')) await page.keyboard.press(key);
}

/** Holds back the answers to a procedure until they are let go. */
async function holdBack(page: Page, procedure: RegExp): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  await page.route(procedure, async (route) => {
    await held;
    await route.continue();
  });
  return () => resolve(undefined);
}

async function saved(page: Page): Promise<void> {
  const saving = page.locator('header').getByText(/^Saving/);
  await expect.poll(() => saving.count()).toBe(0);
}

describe.each([400, 800])('at %i ms and 50 kB/s, at the first use', (latency) => {
  it('j h j Enter opens the next profile and decides nothing', async () => {
    const page = await openList();
    await slowDown(page, latency);
    await pressAll(page, 'j h j Enter');
    await page.getByRole('heading', { level: 1, name: 'p29' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await hiddenNow()).toEqual([]);
  });

  it('j h Enter j j h Enter j hides the two that were meant', async () => {
    const page = await openList();
    await slowDown(page, latency);
    await pressAll(page, 'j h Enter j j h Enter j');
    await expect.poll(hiddenNow).toEqual(['p30', 'p28']);
    await saved(page);
  });

  it('h and then the search types all of it there', async () => {
    const page = await openList();
    await slowDown(page, latency);
    await pressAll(page, 'j h /');
    await page.keyboard.type('orders 12');
    const search = page.getByRole('searchbox', { name: 'Search profiles' });
    expect(await search.inputValue()).toBe('orders 12');
    expect(await hiddenNow()).toEqual([]);
  });

  it('loses nothing of what was decided as the tab closes', async () => {
    const page = await openList();
    await slowDown(page, latency);
    await pressAll(page, 'j 1 j 2 j 3');
    await page.goto('about:blank');
    await expect.poll(hiddenNow).toEqual(['p30', 'p29', 'p28']);
  });
});

describe('a decision', () => {
  it('travels with others, each an action of its own', async () => {
    const page = await openList('?state=active');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url());
    });
    await page.keyboard.press('j');
    await pressAll(page, '1 2 3 4 5');
    await expect.poll(hiddenNow).toEqual(['p30', 'p29', 'p28', 'p27', 'p26']);
    await saved(page);
    expect(requests.length).toBeLessThan(5);
    const { service, adminToken } = fixture();
    const { data } = await callService(service, adminToken).audit.listActions.query({
      limit: 5,
    });
    expect(data.actions.map(({ events, first }) => [events, first.reason])).toEqual([
      [1, 'personal_data'],
      [1, 'illegal_content'],
      [1, 'harassment'],
      [1, 'impersonation'],
      [1, 'spam'],
    ]);
  });

  it('is said to be saved when it is, and that it takes long', async () => {
    const page = await openList();
    const release = await holdBack(page, /hideMany/);
    await pressAll(page, 'j 1');
    await rowOf(page, 'p30').getByText('Saving').waitFor();
    await page.getByText('No answer for 5 seconds. Not saved yet: 1.').waitFor();
    expect(await rowOf(page, 'p30').getByText('Hidden').count()).toBe(0);
    release();
    await rowOf(page, 'p30').getByText('Hidden').waitFor();
    await page.getByText('No answer for 5 seconds').waitFor({ state: 'detached' });
    expect(await hiddenNow()).toEqual(['p30']);
  });

  it('that is refused comes back with the reason, wherever the moderator is', async () => {
    const page = await openList('?state=active');
    const release = await holdBack(page, /hideMany/);
    const { service } = fixture();
    const itsOwner = callService(service, await tokenOf(service, owner));
    await itsOwner.profiles.updateSocials.mutate({ username: 'p30', about: 'New words' });
    await pressAll(page, 'j 1');
    await rowOf(page, 'p30').waitFor({ state: 'detached' });
    await pressAll(page, 'g h');
    await page.getByRole('heading', { level: 1, name: 'History' }).waitFor();
    release();
    await page.getByText('p30 was not hidden').waitFor();
    await pressAll(page, 'g p');
    await page.getByRole('link', { name: 'Active' }).click();
    await rowOf(page, 'p30').waitFor();
    expect(await hiddenNow()).toEqual([]);
  });

  it('is taken back while it has not left', async () => {
    const page = await openList('?state=active');
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.method() === 'POST')));
    await pressAll(page, 'j 1 u');
    await rowOf(page, 'p30').waitFor();
    await saved(page);
    expect([asked, await hiddenNow()]).toEqual([0, []]);
  });
});
