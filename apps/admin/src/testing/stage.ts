import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';
import { callService, startService, tokenOf, type Service } from './service.ts';

const adminAddress = 'admin@example.com';

/** What a browser test plays on: the real service with a database that the test reaches too, and a browser. */
export type Stage = {
  service: Service;
  browser: Browser;
  /** For what only a hand in the database can do. */
  database: () => ReturnType<typeof statements>;
  /** An admin's token, from a sign-in of its own. */
  adminToken: string;
};

/** A stage for the test file that calls it. The getter may be called within tests and hooks only. */
export function useStage(): () => Stage {
  const database = useTestDatabase();
  let stage: Stage | undefined;
  beforeAll(async () => {
    const [service, browser] = await Promise.all([
      startService({ DATABASE_URL: database().url }),
      openBrowser(),
    ]);
    const adminToken = await tokenOf(service, adminAddress);
    stage = {
      service,
      browser,
      adminToken,
      database: () => statements(database().orm.em.fork()),
    };
  });
  afterEach(async () => {
    await Promise.all(stage?.browser.contexts().map((context) => context.close()) ?? []);
  });
  afterAll(async () => {
    await stage?.browser.close();
    await stage?.service.stop();
  });
  return () => {
    if (!stage) {
      throw new Error('The stage is there only while tests run.');
    }
    return stage;
  };
}

/** A tab of its own in which somebody is signed in. */
export async function openAs(
  { service, browser }: Stage,
  token: string,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  await context.addInitScript((given) => sessionStorage.setItem('namecard.token', given), token);
  const page = await context.newPage();
  await page.goto(`${service.origin}/admin${path}`);
  return page;
}

/** Somebody who becomes a moderator; gives their token. */
export async function moderatorOf({ service, adminToken }: Stage, email: string): Promise<string> {
  const token = await tokenOf(service, email);
  const { data } = await callService(service, token).users.me.query();
  await callService(service, adminToken).users.changeRole.mutate({
    id: data.user.id,
    from: 'user',
    to: 'moderator',
  });
  return token;
}

/** Gives somebody profiles, one after the other. */
export async function createProfiles(
  { service }: Stage,
  email: string,
  usernames: readonly string[],
): Promise<void> {
  const owner = callService(service, await tokenOf(service, email));
  for (const username of usernames) {
    await owner.profiles.create.mutate({ username, referral: '' });
  }
}
