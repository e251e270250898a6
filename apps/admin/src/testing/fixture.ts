import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { callService, startService, tokenOf, type Service } from './service.ts';

const adminAddress = 'admin@example.com';

/** What a browser test runs against: the real service with a database that the test reaches too, and a browser. */
export type Fixture = {
  service: Service;
  browser: Browser;
  /** For what only a hand in the database can do. */
  database: () => ReturnType<typeof statements>;
  /** An admin's token, from a sign-in of its own. */
  adminToken: string;
};

/** A fixture for the test file that calls it. The getter may be called within tests and hooks only. */
export function useFixture(): () => Fixture {
  const database = useTestDatabase();
  let fixture: Fixture | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([
      startService({ DATABASE_URL: database().url }),
      openBrowser(),
    ]);
    const adminToken = await tokenOf(service, adminAddress);
    fixture = {
      service,
      browser,
      adminToken,
      database: () => statements(database().orm.em.fork()),
    };
  });
  afterEach(async () => {
    await Promise.all(
      fixture?.browser.contexts().map((context) => context.close()) ?? [],
    );
  });
  afterAll(async () => {
    await fixture?.browser.close();
    await fixture?.service.stop();
  });
  return () => {
    if (!fixture) {
      throw new Error('The fixture exists only while tests run.');
    }
    return fixture;
  };
}

/** A tab of its own in which somebody is signed in. */
export async function openAs(
  { service, browser }: Fixture,
  token: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript(
    (given) => sessionStorage.setItem('namecard.token', given),
    token,
  );
  const page = await context.newPage();
  await page.goto(`${service.origin}/admin${path}`);
  return page;
}

/**
 * Loads the page anew with a clock whose `runFor` jumps ahead; else its time runs as ours. Wait for less than was jumped:
 * then the test fails where the page comes to it later. All it asks for at first has arrived, or the jump would time it out.
 */
export async function withClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.reload();
  await page.waitForLoadState('networkidle');
}

/** Somebody who becomes a moderator; gives their token. */
export async function moderatorOf(
  { service, adminToken }: Fixture,
  email: string,
): Promise<string> {
  const token = await tokenOf(service, email);
  const { data } = await callService(service, token).users.me.query();
  await callService(service, adminToken).moderation.users.changeRole.mutate({
    id: data.user.id,
    from: 'user',
    to: 'moderator',
  });
  return token;
}

/** Gives somebody profiles, one after the other. */
export async function createProfiles(
  { service }: Fixture,
  email: string,
  usernames: readonly string[],
): Promise<void> {
  const owner = callService(service, await tokenOf(service, email));
  for (const username of usernames) {
    await owner.profiles.create.mutate({ username, referral: '' });
  }
}

/** The usernames of the profiles that are hidden, from z to a. */
export async function hiddenProfiles({ database }: Fixture): Promise<string[]> {
  const rows = await database()
    .selectFrom('profiles')
    .select('username')
    .where('hidden', '=', true)
    .orderBy('username', 'desc')
    .execute();
  return rows.map(({ username }) => username);
}

/** Makes every profile as it was created, past the service: nobody is told, and nothing is kept of it. */
export async function resetProfiles({ database }: Fixture): Promise<void> {
  await database().updateTable('profiles').set({ hidden: false, about: null }).execute();
}
