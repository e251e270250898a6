import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, seriousFindings } from './testing/browser.ts';
import {
  buildApp,
  callService,
  mailedCode,
  startService,
  tokenOf,
  type Service,
} from './testing/service.ts';

const adminAddress = 'admin@example.com';
const hostile = '<img src=x onerror="document.title=\'taken\'">';

let service: Service;
let browser: Browser;

beforeAll(async () => {
  await buildApp();
  [service, browser] = await Promise.all([startService(), openBrowser()]);
  const owner = callService(service, await tokenOf(service, 'owner@example.com'));
  for (const username of ['ann', 'bob', 'cleo']) {
    await owner.profiles.create.mutate({ username, referral: '' });
  }
  await owner.profiles.updateSocials.mutate({
    username: 'cleo',
    about: hostile,
    socials: { website: 'https://cleo.example.org/' },
  });
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

afterEach(async () => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});

/** A tab of its own, with nobody signed in. */
async function openTab(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  await page.goto(`${service.origin}/admin${path}`);
  return page;
}

async function askForCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
}

/** Signs in through the page, by keyboard. */
async function signIn(page: Page, email: string): Promise<void> {
  await askForCode(page, email);
  await page.getByLabel('Code', { exact: true }).fill(await mailedCode(service, email));
  await page.keyboard.press('Enter');
}

const usernames = async (page: Page) => {
  await page.getByRole('table', { name: 'Profiles' }).waitFor();
  const buttons = await page.getByRole('button', { name: /^(Hide|Restore) / }).all();
  return Promise.all(
    buttons.map(async (button) => (await button.getAttribute('aria-label'))?.split(' ')[1]),
  );
};

const rowOf = (page: Page, username: string) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: ` ${username}` }) });

describe('signing in', () => {
  it('refuses a wrong code kindly and takes the mailed one after it', async () => {
    const page = await openTab('/');
    await askForCode(page, adminAddress);
    await page.getByLabel('Code', { exact: true }).fill('AAAA-AAAA-AAAAA');
    await page.keyboard.press('Enter');
    await page.getByText('That code didn’t work').waitFor();

    await page.keyboard.type(await mailedCode(service, adminAddress));
    await page.keyboard.press('Enter');

    expect(await usernames(page)).toEqual(['cleo', 'bob', 'ann']);
    expect(new URL(page.url()).pathname).toBe('/admin/profiles');
  });

  it('takes a code from pasted text without another key', async () => {
    const page = await openTab('/profiles', { permissions: ['clipboard-read', 'clipboard-write'] });
    await askForCode(page, adminAddress);
    const text = `Your code: ${await mailedCode(service, adminAddress)}. It is good for ten minutes.`;
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await page.keyboard.press('Control+V');

    expect(await usernames(page)).toHaveLength(3);
  });

  it('says what is wrong with an address, and keeps it', async () => {
    const page = await openTab('/');
    await page.getByLabel('Email address').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Enter your full email address').waitFor();

    expect(await page.getByLabel('Email address').inputValue()).toBe('nobody');
  });

  it('keeps what was typed while the service can’t be reached', async () => {
    const page = await openTab('/');
    await page.context().setOffline(true);
    await page.getByLabel('Email address').fill(adminAddress);
    await page.keyboard.press('Enter');
    await page.getByText('can’t be reached').waitFor();
    expect(await page.getByLabel('Email address').inputValue()).toBe(adminAddress);

    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  });

  it('shows somebody without a role that they have no access, and the way out alone', async () => {
    const page = await openTab('/profiles');
    await signIn(page, 'plain@example.com');
    await page.getByRole('heading', { name: 'You have no access here' }).waitFor();

    expect(await page.getByRole('table').count()).toBe(0);
    expect(await page.getByRole('link').count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email address').waitFor();
  });

  it('asks to sign in again when the session was ended elsewhere, and returns to the same view', async () => {
    const page = await openTab('/profiles?order=oldest');
    await signIn(page, adminAddress);
    expect(await usernames(page)).toEqual(['ann', 'bob', 'cleo']);
    const token = await page.evaluate(() => sessionStorage.getItem('namecard.token'));
    await callService(service, token ?? '').auth.signOut.mutate();

    await page.getByRole('button', { name: 'Newest first' }).click();
    await page.getByText('Your session has ended').waitFor();
    await page.goBack();
    await signIn(page, adminAddress);

    expect(await usernames(page)).toEqual(['ann', 'bob', 'cleo']);
  });

  it('never puts the token into an address', async () => {
    const page = await openTab('/profiles');
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await signIn(page, adminAddress);
    await usernames(page);
    const token = await page.evaluate(() => sessionStorage.getItem('namecard.token'));

    expect(token).toMatch(/^nc_/);
    expect(addresses.filter((address) => address.includes('nc_'))).toEqual([]);
  });
});

describe('the list of profiles', () => {
  it('hides a profile and restores it, by keyboard alone', async () => {
    const page = await openTab('/profiles');
    await signIn(page, adminAddress);
    await page.getByRole('button', { name: 'Hide bob' }).focus();
    await page.keyboard.press('Enter');
    await rowOf(page, 'bob').getByText('Hidden').waitFor();

    const stranger = callService(service, await tokenOf(service, 'stranger@example.com'));
    await expect(stranger.profiles.read.query({ username: 'bob' })).rejects.toMatchObject({
      data: { reason: 'PROFILE_NOT_FOUND' },
    });

    expect(await page.evaluate(() => document.activeElement?.ariaLabel)).toBe('Restore bob');
    await page.keyboard.press('Enter');
    await rowOf(page, 'bob').getByText('Active').waitFor();

    const { data } = await stranger.profiles.read.query({ username: 'bob' });
    expect(data.profile.username).toBe('bob');
  });

  it('shows hostile text as text, and opens links without telling where from', async () => {
    const page = await openTab('/profiles');
    await signIn(page, adminAddress);
    const row = rowOf(page, 'cleo');
    await row.getByText(hostile).waitFor();
    const link = row.getByRole('link', { name: /^Website/ });

    expect(await row.getByRole('img').count()).toBe(0);
    expect(await page.title()).toBe('Profiles · Namecard Admin');
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(await link.getAttribute('target')).toBe('_blank');
  });

  it('leads from a page past the end to the last one', async () => {
    const page = await openTab('/profiles?page=7&order=oldest');
    await signIn(page, adminAddress);
    await page.getByRole('link', { name: 'Go to the last page' }).click();

    expect(await usernames(page)).toEqual(['ann', 'bob', 'cleo']);
    expect(new URL(page.url()).search).toBe('?order=oldest');
  });
});

describe('the pages', () => {
  it.each(['light', 'dark'] as const)('give axe nothing serious to find, %s', async (theme) => {
    const page = await openTab('/profiles', { colorScheme: theme, reducedMotion: 'reduce' });
    await page.getByLabel('Email address').waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await askForCode(page, adminAddress);
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByLabel('Code', { exact: true }).fill(await mailedCode(service, adminAddress));
    await page.keyboard.press('Enter');
    await usernames(page);
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('ask nothing of another origin and break no rule of the content security policy', async () => {
    const page = await openTab('/');
    const outside: string[] = [];
    const refused: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(service.origin)) {
        outside.push(request.url());
      }
    });
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) {
        refused.push(message.text());
      }
    });
    await page.reload();
    await signIn(page, adminAddress);
    await usernames(page);

    expect({ outside, refused }).toEqual({ outside: [], refused: [] });
  });
});
