import { createClient } from '@namecard/client';
import { mailedCode, mailedTo, signIn as tokenOf, useService } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { barriers, useBrowser, visit } from './testing/browser.ts';
import { serveFrontend, type ServedFrontend } from './testing/served.ts';

const service = useService();
const browser = useBrowser();
let frontend: ServedFrontend;

beforeAll(async () => {
  frontend = await serveFrontend(service().origin);
});

afterAll(async () => frontend.close());

/** Saves a screenshot for people to look at, if `SCREENSHOTS` names a folder. */
async function picture(page: Page, name: string): Promise<void> {
  const directory = process.env['SCREENSHOTS'];
  if (directory !== undefined) {
    await page.screenshot({ path: `${directory}/${name}.png`, fullPage: true });
  }
}

const open = async (options = {}) => visit(browser(), frontend.address, options);

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  // Other mails may be newer than the last code.
  await vi.waitUntil(
    async () => /^\d{6} /.test((await mailedTo(service(), email)).subject),
    60_000,
  );
  await page.getByLabel('Code from the mail').fill(await mailedCode(service(), email));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Your card' }).waitFor();
}

/** Waits for a mail with these words. Returns its long code. */
async function mailSaying(email: string, words: string): Promise<string> {
  const text = await vi.waitUntil(async () => {
    const mail = await mailedTo(service(), email);
    return mail.text.includes(words) ? mail.text : undefined;
  }, 60_000);
  return /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{5}/.exec(text)?.[0] ?? '';
}

async function makeCard(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByRole('button', { name: 'Make my card' }).click();
  await page.getByLabel('About you').waitFor();
}

/** The service's procedures, for somebody who signs in without the page. */
async function apiOf(email: string) {
  const token = await tokenOf(service(), email);
  const storage = {
    getItem: () => token,
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  return createClient({ url: service().origin, storage }).api;
}

describe('a newcomer', () => {
  it('signs in, makes a card, edits it, and finds it among the others', async () => {
    const { page, mistakes } = await open();
    await signIn(page, 'ann@example.com');
    await makeCard(page, 'Ann');
    await page.getByLabel('About you').fill('Gardens, bees and bicycles.\nSay hello!');
    await page.getByLabel('Website').fill('https://www.ann.example.org/garden');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    const card = page.getByRole('listitem').filter({ hasText: 'Ann' }).first();
    await card.getByText('Gardens, bees').waitFor();
    expect(await card.getByRole('link').getAttribute('href')).toBe(
      'https://www.ann.example.org/garden',
    );
    await page.reload();
    await page.getByText('ann@example.com').waitFor();
    expect(await page.getByLabel('Website').inputValue()).toContain('ann.example.org');
    expect(mistakes).toEqual([]);
  });

  it('reads beside a field why its value is wrong', async () => {
    const { page } = await open();
    await signIn(page, 'bob@example.com');
    await makeCard(page, 'Bob');
    await page.getByLabel('X', { exact: true }).fill('bob on x');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Must be a link').waitFor();
    const field = page.getByLabel('X', { exact: true });
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(
      true,
    );
    await picture(page, 'issue');
    expect(await barriers(page)).toEqual([]);
  });

  it('reads that a username is taken, and that a code is wrong', async () => {
    const { page } = await open();
    await page.getByLabel('Email').fill('cleo@example.com');
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByLabel('Code from the mail').fill('not-the-code');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('That code didn’t work').waitFor();
    await picture(page, 'wrong-code');
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use another address' }).click();
    await signIn(page, 'cleo@example.com');
    await page.getByLabel('Username').fill('admin');
    await page.getByRole('button', { name: 'Make my card' }).click();
    await page.getByText('Somebody has that username').waitFor();
  });
});

describe('the owner of a hidden card', () => {
  it('reads why it is hidden, corrects it, and asks for another look', async () => {
    const { page } = await open({ colorScheme: 'dark' });
    await signIn(page, 'hidden@example.com');
    await makeCard(page, 'Veiled');
    expect(await page.getByText('Your card is hidden').isVisible()).toBe(false);
    const admin = await apiOf('admin@example.com');
    await admin.moderation.profiles.hide.mutate({
      username: 'Veiled',
      reason: 'impersonation',
      note: 'Please use your own name.',
    });
    await page.reload();
    await page.getByText('Your card is hidden').waitFor();
    await page.getByText('it was found to pretend to be somebody else').waitFor();
    await page.getByText('Please use your own name.').waitFor();
    await page.getByLabel('About you').fill('It is me.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await page.getByText('Your card is hidden').isVisible()).toBe(true);
    await page.getByLabel('What should the moderators know?').fill('It is my name.');
    await page.getByRole('button', { name: 'Ask for another look' }).click();
    await page.getByText('Sent. The answer appears here.').waitFor();
    await page.getByRole('button', { name: 'Ask for another look' }).click();
    await page.locator('.hidden-notice').getByRole('alert').getByText(/\w/).waitFor();
    await picture(page, 'hidden');
    expect(await barriers(page)).toEqual([]);
  });
});

describe('an account', () => {
  it('gets another address by both codes, loses it by the notice’s code, and is erased by a code', async () => {
    const { page, mistakes } = await open();
    const [old, next] = ['mover@example.com', 'moved@example.com'];
    await signIn(page, old);
    await page.getByLabel('New address').fill(next);
    await page.getByRole('button', { name: 'Change my address' }).click();
    const atOld = await mailSaying(old, 'to another email address');
    const atNew = await mailSaying(next, 'gives your account this address');
    await page.getByLabel('Code from your present address').fill(atOld);
    await page.getByLabel('Code from the new address').fill(atNew);
    await page.getByRole('button', { name: 'Confirm the address' }).click();
    await page.getByText(next).waitFor();
    const undo = await mailSaying(old, 'sign in with this address any more');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'I did not change my address' }).click();
    await page.getByLabel('Your old address').fill(old);
    await page.getByLabel('Code from the notice').fill(undo);
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText('The change is taken back').waitFor();
    await mailSaying(old, 'Your account has this address');
    await signIn(page, old);
    await page.getByRole('button', { name: 'Erase my account' }).click();
    const code = page.getByLabel('Code to erase the account');
    await code.waitFor();
    await code.fill(await mailedCode(service(), old));
    expect(await barriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(mistakes).toEqual([]);
  });
});

describe('a session', () => {
  it('ends by signing out, and its data leaves the page', async () => {
    const { page, mistakes } = await open();
    await signIn(page, 'out@example.com');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out.').waitFor();
    expect(await page.getByRole('heading', { name: 'Your card' }).isVisible()).toBe(
      false,
    );
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(mistakes).toEqual([]);
  });

  it('that the service has ended leads to the sign-in', async () => {
    const { page } = await open();
    await signIn(page, 'ended@example.com');
    await page.evaluate(
      (token) => sessionStorage.setItem('namecard.token', token),
      `nc_${'A'.repeat(43)}`,
    );
    await page.reload();
    await page.getByText('Your session is over').waitFor();
    expect(await page.getByLabel('Email').isVisible()).toBe(true);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  it('says that the service can’t be reached, and goes on once it can', async () => {
    const { page } = await open();
    await signIn(page, 'offline@example.com');
    await page.getByLabel('Username').waitFor();
    await page.context().setOffline(true);
    await page.getByLabel('Username').fill('offline');
    await page.getByRole('button', { name: 'Make my card' }).click();
    await page.getByText('can’t be reached').waitFor();
    await page.context().setOffline(false);
    await makeCard(page, 'offline');
    expect(await page.getByText('can’t be reached').isVisible()).toBe(false);
  });
});

describe('the list of people', () => {
  it('has pages, and lists everybody once', async () => {
    const { page } = await open();
    for (const name of ['dora', 'eli', 'fay', 'gus', 'hal', 'ida', 'jon']) {
      const owner = await apiOf(`${name}@example.com`);
      await owner.profiles.create.mutate({ username: name, referral: '' });
    }
    await signIn(page, 'reader@example.com');
    const cards = page.getByRole('list').first().getByRole('heading');
    await page.getByText('Page 1 of 2').waitFor();
    const first = await cards.allTextContents();
    expect(first.slice(0, 6)).toEqual(['jon', 'ida', 'hal', 'gus', 'fay', 'eli']);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText('Page 2 of 2').waitFor();
    const second = await cards.allTextContents();
    expect(second).toContain('dora');
    expect(second.filter((name) => first.includes(name))).toEqual([]);
    await page.getByRole('button', { name: 'Newer' }).click();
    await page.getByText('Page 1 of 2').waitFor();
  });
});

describe.each([
  { look: 'light', options: { colorScheme: 'light' } as const },
  { look: 'dark', options: { colorScheme: 'dark' } as const },
  { look: 'narrow', options: { viewport: { width: 320, height: 640 } } as const },
])('the page, $look', ({ look, options }) => {
  it('has no barriers, and nothing beyond its edge', async () => {
    const { page } = await open(options);
    await page.getByLabel('Email').waitFor();
    await picture(page, `sign-in-${look}`);
    expect(await barriers(page)).toEqual([]);
    await signIn(page, 'ann@example.com');
    await page.getByText('Page 1').waitFor();
    await picture(page, `cards-${look}`);
    expect(await barriers(page)).toEqual([]);
    const overflow =
      'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    expect(await page.evaluate(overflow)).toBe(0);
  });
});
