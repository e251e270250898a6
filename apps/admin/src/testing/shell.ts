import type { BrowserContextOptions, Page } from 'playwright-core';
import { createTestDatabase } from '@namecard/db/testing';
import { useBrowser } from '@namecard/testing';
import { beforeAll } from 'vitest';
import { moderatorOf } from './fixture.ts';
import { callService, startService, tokenOf, type Service } from './call-service.ts';
import { heading, openTab } from './tab.ts';

export const admin = 'admin@example.com';
export const owner = 'owner@example.com';
export const moderator = 'moderator@example.com';

type Shell = {
  service: Service;
  moderatorToken: string;
  ownerId: string;
  /**
   * Opens a tab at a path. An admin is signed in unless another token is given.
   */
  open: (path: string, options?: Parameters<typeof openTab>[3]) => Promise<Page>;
  /** Opens a tab without a session. */
  openSignedOut: (path: string, options?: BrowserContextOptions) => Promise<Page>;
};

type World = Pick<Shell, 'service' | 'moderatorToken' | 'ownerId'> & {
  adminToken: string;
};

/** They end with this process. The run drops the database. */
async function startWorld(): Promise<World> {
  // Vitest ends its processes by this signal, which alone would leave the service.
  process.once('SIGTERM', () => process.exit());
  const { url, orm } = await createTestDatabase();
  await orm.close();
  const service = await startService({ DATABASE_URL: url });
  const adminToken = await tokenOf(service, admin);
  const moderatorToken = await moderatorOf({ service, adminToken }, moderator);
  const { profiles, users } = callService(service, await tokenOf(service, owner));
  for (const username of ['ann', 'bob', 'cleo']) {
    await profiles.create.mutate({ username, referral: '' });
  }
  const ownerId = (await users.me.query()).data.user.id;
  await callService(service, adminToken).moderation.profiles.hide.mutate({
    username: 'bob',
    reason: 'spam',
    note: 'No adverts, please.',
  });
  return { service, moderatorToken, ownerId, adminToken };
}

/** For all test files of this process. */
let world: Promise<World> | undefined;

/**
 * The app with an owner and three profiles, one of them hidden. Test files share
 * them, so tests undo what they change. Call the getter only in tests.
 */
export function useShell(): () => Shell {
  const chromium = useBrowser();
  let shell: Shell | undefined;
  beforeAll(async () => {
    const { adminToken, ...common } = await (world ??= startWorld());
    const { service } = common;
    const browser = chromium();
    shell = {
      ...common,
      open: async (path, options = {}) =>
        openTab(browser, service, path, { token: adminToken, ...options }),
      openSignedOut: async (path, options) => openTab(browser, service, path, options),
    };
  });
  return () => {
    if (!shell) {
      throw new Error('The shell exists only while tests run.');
    }
    return shell;
  };
}

export const everyPage = (ownerId: string) => [
  { path: '/', name: 'Desk' },
  { path: '/profiles', name: 'Profiles' },
  { path: '/profiles/bob', name: 'bob' },
  { path: '/history', name: 'History' },
  { path: '/users', name: 'Users' },
  { path: `/users/${ownerId}`, name: owner },
  { path: '/mail', name: 'Mail' },
  { path: '/invitations', name: 'Invitations' },
  { path: '/invitations/new', name: 'Invite people' },
  { path: '/keys', name: 'Service keys' },
  { path: '/webhooks', name: 'Webhooks' },
  { path: `/mail?address=${owner}`, name: 'Mail' },
];

export const loaded = async (page: Page, name: string) => {
  await heading(page, name).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
};
