import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import { useBrowser } from '@namecard/testing';
import { sql } from 'kysely';
import type {
  Browser,
  BrowserContextOptions,
  Locator,
  Page,
  Request,
} from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { codesOf, enteringCodes } from './mailed-codes.ts';
import { callService, startService, tokenOf, type Service } from './call-service.ts';

const adminAddress = 'admin@example.com';

/** The real service, its database and a browser. */
export type Fixture = {
  service: Service;
  browser: Browser;
  /** For changes that only the database allows. */
  database: () => ReturnType<typeof statements>;
  /** An admin's token, from its own sign-in. */
  adminToken: string;
  /** Tokens of profile owners, by address. */
  owners: Map<string, string>;
};

/**
 * A fixture for the calling test file. Call the getter only in tests and hooks.
 */
export function useFixture(): () => Fixture {
  const database = useTestDatabase();
  const browser = useBrowser();
  let fixture: Fixture | undefined;
  beforeAll(async () => {
    const service = await startService({ DATABASE_URL: database().url });
    const adminToken = await tokenOf(service, adminAddress);
    fixture = {
      service,
      browser: browser(),
      adminToken,
      owners: new Map(),
      database: () => statements(database().orm.em.fork()),
    };
  });
  afterAll(async () => {
    await fixture?.service.stop();
  });
  return () => {
    if (!fixture) {
      throw new Error('The fixture exists only while tests run.');
    }
    return fixture;
  };
}

/** Opens a tab with a signed-in person. */
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
 * Reloads the page with a clock that can jump ahead. Returns a function that lets it
 * jump by 20 seconds at most, until the page shows something. It jumps by one second at
 * a time: a timer starts only with an answer, and a long jump may come before it or time
 * out requests.
 */
export async function withClock(
  page: Page,
  loaded: Locator,
): Promise<(shown: Locator) => Promise<void>> {
  await page.clock.install();
  const unanswered = new Set<Request>();
  page.on('request', (request) => unanswered.add(request));
  page.on('requestfinished', (request) => unanswered.delete(request));
  page.on('requestfailed', (request) => unanswered.delete(request));
  // What the page that is left has sent may never end.
  page.on('framenavigated', () => unanswered.clear());
  const allAnswered = async () => {
    await expect.poll(() => unanswered.size).toBe(0);
  };
  await page.reload();
  await loaded.waitFor();
  await allAnswered();
  return async (shown) => {
    for (let second = 0; second < 20 && (await shown.count()) === 0; second += 1) {
      await page.clock.runFor(1_000);
      await allAnswered();
    }
    await shown.waitFor({ state: 'attached' });
  };
}

/** Signs in a moderator and returns their token. */
export async function moderatorOf(
  fixture: Pick<Fixture, 'service' | 'adminToken'> & Partial<Pick<Fixture, 'database'>>,
  email: string,
): Promise<string> {
  const { service, adminToken } = fixture;
  const token = await tokenOf(service, email);
  const { data } = await callService(service, token).users.me.query();
  // A second try of a test finds them in their role.
  if (data.role === 'moderator') return token;
  await callService(
    service,
    adminToken,
    enteringCodes(codesOf(fixture)),
  ).moderation.users.changeRole.mutate({
    id: data.user.id,
    from: 'user',
    to: 'moderator',
  });
  return token;
}

/**
 * Creates profiles in this order, as new items of the desk. Their owner signs in once. By
 * one statement: as calls, 24 take half a second of the machine.
 */
export async function createProfiles(
  { service, owners, database }: Fixture,
  email: string,
  usernames: readonly string[],
): Promise<void> {
  if (!owners.has(email)) owners.set(email, await tokenOf(service, email));
  await sql`
    with made as (
      insert into profiles (id, owner_id, owner_email, username, username_key, referral)
      select gen_random_uuid(), users.id, users.email_key, name, name, ''
      from users, unnest(${usernames}::text[]) with ordinality names (name, nth)
      where email = ${email} order by nth
      returning id, owner_id, position
    ), counted as (
      update users set profile_count = profile_count + ${usernames.length}::int
      where email = ${email}
    )
    insert into items (kind, id, profile_id, user_id, opened_at)
    select 'new', gen_random_uuid(), id, owner_id,
      current_instant() - interval '1 second' + position * interval '1 microsecond' from made
  `.execute(database());
}

/** Usernames of hidden profiles, from z to a. */
export async function hiddenProfiles({ database }: Fixture): Promise<string[]> {
  const rows = await database()
    .selectFrom('profiles')
    .select('username')
    .where('hidden', '=', true)
    .orderBy('username', 'desc')
    .execute();
  return rows.map(({ username }) => username);
}

/** Resets all profiles in the database, without events and notices. */
export async function resetProfiles({ database }: Fixture): Promise<void> {
  await database().updateTable('profiles').set({ hidden: false, about: null }).execute();
}
