import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from '../../testing/browser.ts';
import { moderatorOf, useFixture } from '../../testing/fixture.ts';
import { namesIn } from '../../testing/list.ts';
import { callService, tokenOf, type Service } from '../../testing/service.ts';
import { heading, openTab } from '../../testing/tab.ts';

const moderator = 'moderator@example.com';

const fixture = useFixture();
let service: Service;
let browser: Browser;
let adminToken: string;
let moderatorToken: string;

beforeAll(async () => {
  ({ service, browser, adminToken } = fixture());
  moderatorToken = await moderatorOf(fixture(), moderator);
  const team = callService(service, adminToken);
  for (const name of ['ann', 'bob']) {
    const owner = callService(service, await tokenOf(service, `${name}@example.com`));
    await owner.profiles.create.mutate({ username: name, referral: '' });
    await owner.users.updateMe.mutate({ worldId: 'world-of-two' });
  }
  await team.moderation.profiles.hide.mutate({ username: 'bob', reason: 'spam' });
});

const open = (token: string, options: Parameters<typeof openTab>[3] = {}) =>
  openTab(browser, service, '/', { token, ...options });

const count = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Counts' }).getByRole('link', { name });

describe('the overview', () => {
  it('counts, and leads to what it counted', async () => {
    const page = await open(adminToken);
    await count(page, 'Profiles: 2').waitFor();
    await count(page, 'Users: 4').waitFor();
    await count(page, 'Suspended: 0').waitFor();
    await count(page, 'Hidden: 1').click();
    await heading(page, 'Profiles').waitFor();
    expect(new URL(page.url()).search).toBe('?state=hidden');
  });

  it('shows the newest profiles, and leads to each', async () => {
    const page = await open(adminToken);
    const newest = page.getByRole('list', { name: 'Newest profiles' });
    await newest.getByRole('link', { name: 'bob' }).waitFor();
    expect(await newest.getByRole('link').allTextContents()).toEqual(['bob', 'ann']);
    await newest.getByRole('link', { name: 'ann' }).click();
    await heading(page, 'ann').waitFor();
  });

  it('leads admins from a shared identity to who shares it, moderators to the profiles', async () => {
    const page = await open(adminToken);
    await page.getByRole('link', { name: 'world-of-two' }).click();
    await heading(page, 'Users').waitFor();
    await expect
      .poll(() => namesIn(page))
      .toEqual(['bob@example.com', 'ann@example.com']);

    const other = await open(moderatorToken);
    await other.getByRole('link', { name: 'world-of-two' }).click();
    await heading(other, 'Profiles').waitFor();
    expect(new URL(other.url()).search).toBe('?duplicateIdentities=true');
  });

  it('shows moderators nothing of users and mail', async () => {
    const page = await open(moderatorToken);
    await count(page, 'Profiles: 2').waitFor();
    expect(await count(page, 'Users').count()).toBe(0);
    expect(await page.getByRole('heading', { name: /^Mail/ }).count()).toBe(0);
  });

  it('draws the last 30 days, and gives the same numbers as a table', async () => {
    const page = await open(adminToken, { viewport: { width: 390, height: 400 } });
    await count(page, 'Profiles: 2').waitFor();
    const table = page.getByRole('table', { name: 'New in the last 30 days' });
    expect(await table.getByRole('row').count()).toBe(31);
    expect(
      await table.getByRole('row').last().getByRole('cell').allTextContents(),
    ).toEqual(['2', '4']);
    const bars = page.locator('svg title').filter({ hasText: 'New profiles: 2' });
    await bars.waitFor({ state: 'attached' });
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('says what went wrong where it does not load, and tries again', async () => {
    const page = await open(adminToken);
    await count(page, 'Profiles: 2').waitFor();
    await page.route(/moderation\.overview/, (route) =>
      route.fulfill({ status: 503, body: '' }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'The overview didn’t load' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.unroute(/moderation\.overview/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await count(page, 'Profiles: 2').waitFor();
  });
});
