import type { Browser, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { moderatorOf, useFixture } from './testing/fixture.ts';
import { callService, tokenOf, type Service } from './testing/service.ts';
import { heading, openTab, signIn } from './testing/tab.ts';

const admin = 'admin@example.com';
const moderator = 'moderator@example.com';
const owner = 'owner@example.com';

const fixture = useFixture();
let service: Service;
let browser: Browser;
let adminToken: string;
let moderatorToken: string;
let ownerId: string;

beforeAll(async () => {
  ({ service, browser, adminToken } = fixture());
  moderatorToken = await moderatorOf(fixture(), moderator);
  const { profiles, users } = callService(service, await tokenOf(service, owner));
  for (const username of ['ann', 'bob', 'cleo']) {
    await profiles.create.mutate({ username, referral: '' });
  }
  ownerId = (await users.me.query()).data.user.id;
  await callService(service, adminToken).moderation.profiles.hide.mutate({
    username: 'bob',
    reason: 'spam',
    note: 'No adverts, please.',
  });
});

const open = (path: string, options: Parameters<typeof openTab>[3] = {}) =>
  openTab(browser, service, path, { token: adminToken, ...options });

/** Opens a page for which some files never load: it asks for the rest ahead, soon after it is shown. */
const openWithout = async (files: RegExp, path: string): Promise<Page> => {
  const page = await open('/theme.js');
  await page.route(files, (route) => route.abort());
  await page.goto(`${service.origin}/admin${path}`);
  return page;
};

const pageNames = async (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link').allTextContents();

const focusedText = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent);

describe('the way around', () => {
  it('leads admins to users, and moderators not', async () => {
    const page = await open('/');
    await heading(page, 'Overview').waitFor();
    expect(await pageNames(page)).toEqual([
      'Overview',
      'Profiles',
      'History',
      'Users',
      'Mail',
      'Keys',
      'Webhooks',
    ]);

    const other = await open('/users', { token: moderatorToken });
    await heading(other, 'This page is for admins').waitFor();
    expect(await pageNames(other)).toEqual(['Overview', 'Profiles', 'History']);
  });

  it('goes by two keys to each page, and puts the focus at its heading', async () => {
    const page = await open('/');
    await heading(page, 'Overview').waitFor();
    for (const [key, name] of [
      ['p', 'Profiles'],
      ['h', 'History'],
      ['m', 'Mail'],
      ['u', 'Users'],
      ['o', 'Overview'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading(page, name).waitFor();
      await expect.poll(() => focusedText(page)).toBe(name);
      await expect.poll(() => page.title()).toBe(`${name} · Namecard Admin`);
    }
  });

  it('takes no keys while one types', async () => {
    const page = await open('/users');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('');
    await page.keyboard.type('gp?');
    await heading(page, 'Users').waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe(
      'gp?',
    );
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('skips to the content by the first Tab', async () => {
    const page = await open('/');
    await heading(page, 'Overview').waitFor();
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  it('lists the keys that work where one is', async () => {
    const page = await open('/history');
    await heading(page, 'History').waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.getByText('Go to Profiles').waitFor();
    await help.getByText('Undo the last action').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  it('says that there is nothing at an address, in the app’s own frame', async () => {
    const page = await open('/nowhere');
    await heading(page, 'There is nothing at this address').waitFor();
    expect(await pageNames(page)).toHaveLength(7);
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await heading(page, 'Overview').waitFor();
  });

  it('says so where a page does not load, and leads out of it', async () => {
    const page = await openWithout(/assets\/history-.*\.js$/, '/');
    await heading(page, 'Overview').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'This page didn’t load' }).waitFor();
    await page.unroute(/assets\/history-.*\.js$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('loads the other pages ahead, so that they are there without a connection', async () => {
    const page = await open('/theme.js');
    await page.clock.install();
    await page.goto(`${service.origin}/admin/users`);
    await page.getByRole('link', { name: owner }).waitFor();
    const ahead = page.waitForResponse(/assets\/history-.*\.js$/);
    await page.clock.runFor(10_000);
    await (await ahead).finished();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'History' }).click();
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('says so where a part of a page does not load, and keeps the page', async () => {
    const page = await openWithout(/assets\/palette-.*\.js$/, '/users');
    await page.getByRole('searchbox', { name: 'Search users' }).fill('owner');
    await page.keyboard.press('Control+k');
    await page.getByText('A part of this page did not load').last().waitFor();
    expect(await page.getByRole('searchbox', { name: 'Search users' }).inputValue()).toBe(
      'owner',
    );
  });

  it('says that there is no connection, keeps what it shows, and goes on by itself', async () => {
    const page = await open('/users');
    await page.getByRole('link', { name: owner }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You’re offline. What you see').waitFor();
    // The next click stays in the app, whether or not the page was loaded ahead.
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor();
    await page.goBack();
    await page.getByRole('searchbox', { name: 'Search users' }).fill('moderator');
    await page.getByRole('link', { name: owner }).waitFor();

    await page.context().setOffline(false);
    await page.getByRole('link', { name: owner }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: moderator }).waitFor();
    expect(await page.getByText('You’re offline').count()).toBe(0);
  });
});

describe('the command palette', () => {
  const openPalette = async (page: Page) => {
    await heading(page, /./).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command palette' }).waitFor();
  };

  it('finds a profile by keys alone, and opens it', async () => {
    const page = await open('/');
    await openPalette(page);
    await page.keyboard.type('cleo');
    await page.getByRole('option', { name: /^cleo/ }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await heading(page, 'cleo').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin/profiles/cleo');
  });

  it('finds a user by a part of the address', async () => {
    const page = await open('/');
    await openPalette(page);
    await page.keyboard.type('owner@ex');
    const users = page.getByRole('group', { name: 'Users' });
    await users.getByRole('option').waitFor();
    // The owner's profiles come first: their address is a part of them.
    await users.getByRole('option').click();
    await expect.poll(() => heading(page, owner).isVisible()).toBe(true);
  });

  it('goes to pages and does what any key does, the page’s own included', async () => {
    const page = await open(`/users/${ownerId}`);
    await heading(page, owner).waitFor();
    await openPalette(page);
    await page.keyboard.type('role change');
    await page.getByRole('option', { name: /^Change the role/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: `Role of ${owner}` }).waitFor();
    await page.keyboard.press('Escape');

    await openPalette(page);
    await page.keyboard.type('go to hist');
    await page.getByRole('option', { name: /^Go to History/ }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => heading(page, 'History').isVisible()).toBe(true);
  });

  it('says where nothing is found, and closes where it was opened', async () => {
    const page = await open('/');
    await openPalette(page);
    await page.keyboard.type('zzzz-nothing');
    await page.getByRole('heading', { name: 'Nothing found' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openPalette(page);
    expect(await page.getByRole('combobox').inputValue()).toBe('');
  });

  it('shows moderators nothing of users', async () => {
    const page = await open('/', { token: moderatorToken });
    await openPalette(page);
    await page.keyboard.type('owner');
    await page.getByRole('group', { name: 'Profiles' }).waitFor();
    expect(await page.getByRole('group', { name: 'Users' }).count()).toBe(0);
  });
});

describe('the theme', () => {
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = 'rgb(250, 250, 250)';
  const dark = 'rgb(12, 12, 15)';

  it('is the system’s until one is chosen, and then stays, from the first paint on', async () => {
    const page = await open('/', { colorScheme: 'light' });
    await heading(page, 'Overview').waitFor();
    expect(await background(page)).toBe(light);

    await page.getByRole('button', { name: `Account: ${admin}` }).click();
    const landmark = page.getByRole('region', { name: 'Account' });
    await landmark.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => background(page)).toBe(dark);
    expect(await seriousFindings(page)).toEqual([]);

    // Before the app itself is there.
    await page.route(/assets\/index-.*\.js$/, (route) => route.abort());
    await page.reload();
    expect(await background(page)).toBe(dark);
    await page.unroute(/assets\/index-.*\.js$/);
    await page.reload();
    await page.getByRole('button', { name: `Account: ${admin}` }).click();
    await page.getByRole('menuitemradio', { name: 'As the system' }).click();
    await expect.poll(() => background(page)).toBe(light);
  });

  it('and the way out are a few keys away', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: `Account: ${admin}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page.keyboard.press('End');
    await expect.poll(() => focusedText(page)).toContain('Sign out');
  });
});

describe('every page', () => {
  const pages = () => [
    { path: '/', name: 'Overview' },
    { path: '/profiles', name: 'Profiles' },
    { path: '/profiles/bob', name: 'bob' },
    { path: '/history', name: 'History' },
    { path: '/users', name: 'Users' },
    { path: `/users/${ownerId}`, name: owner },
    { path: '/mail', name: 'Mail' },
    { path: '/webhooks', name: 'Webhooks' },
    { path: `/mail?address=${owner}`, name: 'Mail' },
  ];

  const loaded = async (page: Page, name: string) => {
    await heading(page, name).waitFor();
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  };

  it.each([390, 1440])(
    'gives axe nothing serious to find, %i pixels wide',
    async (width) => {
      const page = await open('/', { viewport: { width, height: 900 } });
      const findings: Record<string, string[]> = {};
      for (const { path, name } of pages()) {
        await page.goto(`${service.origin}/admin${path}`);
        await loaded(page, name);
        const found = await seriousFindings(page);
        if (found.length > 0) {
          findings[path] = found;
        }
      }
      expect(findings).toEqual({});
    },
  );

  it.each([320, 390])(
    'fits a phone of %i pixels, with targets that a thumb meets',
    async (width) => {
      const page = await open('/', {
        viewport: { width, height: 700 },
        hasTouch: true,
        isMobile: true,
      });
      const wrong: string[] = [];
      for (const { path, name } of pages()) {
        await page.goto(`${service.origin}/admin${path}`);
        await loaded(page, name);
        const overflow = await page.evaluate(
          () =>
            document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        const small = await page.evaluate(() =>
          [
            ...document.querySelectorAll(
              'header button, header a, main button, main select',
            ),
          ]
            .filter(
              (element) => element.checkVisibility() && !element.closest('.sr-only, p'),
            )
            .map((element) => ({
              box: element.getBoundingClientRect(),
              html: element.outerHTML,
            }))
            .filter(({ box }) => box.height > 1 && box.height < 43.5)
            .map(({ box, html }) => `${Math.round(box.height)}: ${html.slice(0, 120)}`),
        );
        wrong.push(...(overflow > 0 ? [`${path} is ${overflow} too wide`] : []));
        wrong.push(...small.map((target) => `${path} ${target}`));
      }
      expect(wrong).toEqual([]);
    },
  );

  it('asks nothing of another origin and breaks no rule of the content security policy', async () => {
    const page = await openTab(browser, service, '/');
    const outside: string[] = [];
    const violations: string[] = [];
    page.on('request', (request) => {
      if (
        !request.url().startsWith(service.origin) &&
        !request.url().startsWith('blob:')
      ) {
        outside.push(request.url());
      }
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) {
        violations.push(message.text());
      }
    });
    await signIn(page, service, admin);
    await heading(page, 'Overview').waitFor();
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (const { path, name } of pages()) {
      await page.goto(`${service.origin}/admin${path}`);
      await loaded(page, name);
    }
    expect({ outside, violations }).toEqual({ outside: [], violations: [] });
  });
});
