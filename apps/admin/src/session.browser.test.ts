import { useBrowser, useService } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { seriousFindings } from './testing/browser.ts';
import { callService, tokenOf, type Service } from './testing/call-service.ts';
import { codesOf, enteringCodes, enterMailedCode } from './testing/mailed-codes.ts';
import { enterCode, heading, heldToken, openTab, signIn } from './testing/tab.ts';
import { shownSearch } from './testing/shown-search.ts';

const admin = 'admin@example.com';
const deputy = 'deputy@example.com';
/** The codes for one address are limited. */
const third = 'third@example.com';

const browser = useBrowser();
const started = useService({ ADMIN_EMAILS: `${admin},${deputy},${third}` });
let service: Service;

beforeAll(() => {
  service = started();
});

let guests = 0;

/** An admin's tab on the page of a new user. */
async function openGuest(): Promise<{ page: Page; guest: string; id: string }> {
  guests += 1;
  const guest = `guest-${guests}@example.com`;
  const { users } = callService(service, await tokenOf(service, guest));
  const { id } = (await users.me.query()).data.user;
  const token = await tokenOf(service, admin);
  const page = await openTab(browser(), service, `/users/${id}`, { token });
  await heading(page, guest).waitFor();
  return { page, guest, id };
}

/** Ends the session of a tab from outside, once the tab has loaded everything. */
async function endElsewhere(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await callService(service, await heldToken(page)).auth.signOut.mutate();
}

const signInDialog = (page: Page) =>
  page.getByRole('dialog').filter({ hasText: 'Your session has ended' });

async function signInAbove(page: Page, email: string): Promise<void> {
  await signInDialog(page).waitFor();
  await page.getByLabel('Email address').fill(email);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  await enterCode(page, service, email);
}

describe('a session that the service ends', () => {
  it('pauses an action until the person has signed in above it, and then does it', async () => {
    const { page, guest } = await openGuest();
    await page.getByRole('button', { name: 'Suspend' }).click();
    const form = page.getByRole('dialog', { name: `Suspend ${guest}` });
    await form.getByLabel(/^Note for/).fill('Please write to us.');
    await form.getByLabel(/^Private note/).fill('Seen in three groups.');
    await endElsewhere(page);
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();

    await signInDialog(page).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(admin);
    await page.getByRole('button', { name: 'Send me a code' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await enterCode(page, service, admin);

    await page.getByText(/^Suspended .* until an admin ends it/).waitFor();
    await form.waitFor({ state: 'detached' });
    const history = page.getByRole('list', { name: 'Events, newest first' });
    await history.getByText('Please write to us.').waitFor();
    await history.getByText('Seen in three groups.').waitFor();
    const hasFocus = () =>
      page.evaluate(() => document.activeElement?.closest('main') !== null);
    await expect.poll(hasFocus).toBe(true);
    await expect.poll(() => heading(page, guest).count()).toBe(1);
  });

  it('starts fresh for another person, without open pages and actions to undo', async () => {
    const { page, guest, id } = await openGuest();
    const form = page.getByRole('dialog', { name: `Role of ${guest}` });
    await page.keyboard.press('c');
    await form.getByRole('radio', { name: /^Moderator/ }).click();
    await page.keyboard.press('Enter');
    await enterMailedCode(page, codesOf({ service }));
    await page.getByText(`${guest} is a moderator now`).waitFor();
    await form.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await form.getByLabel('Private note').fill('Of the first person');
    await form.getByRole('radio', { name: /^Admin/ }).click();
    await endElsewhere(page);
    await page.keyboard.press('Enter');
    await signInAbove(page, deputy);

    await heading(page, guest).waitFor();
    // Closing dialogs fade out for a moment.
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByText(deputy, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem').first().waitFor({ state: 'detached' });
    await page.keyboard.press('u');
    await page.getByText('Nothing was done in this tab yet').waitFor();
    const { data } = await callService(
      service,
      await heldToken(page),
    ).moderation.users.inspect.query({
      id,
    });
    expect(data.user.role).toBe('moderator');
  });

  it('leaves the next person nothing to undo, also if it ended during an undo', async () => {
    const { page, guest } = await openGuest();
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: `Suspend ${guest}` }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText(`${guest} suspended`).waitFor();
    await endElsewhere(page);
    await page.keyboard.press('u');
    await signInAbove(page, deputy);
    const answer = page.getByText('Nothing was done in this tab yet');
    const undo = async () => {
      await page.keyboard.press('u');
      return answer.isVisible();
    };
    // The page takes keys once it is the next person's.
    await expect.poll(undo).toBe(true);
  });

  it('leaves the next person no act that waits for a code', async () => {
    const enters = enteringCodes(codesOf({ service }));
    const token = await tokenOf(service, third);
    const team = callService(service, token, enters);
    // A second try of the test needs other people.
    const name = `queued-${Date.now()}`;
    for (const email of [`${name}-1@example.com`, `${name}-2@example.com`]) {
      const { users } = callService(service, await tokenOf(service, email));
      const { id } = (await users.me.query()).data.user;
      await team.moderation.users.changeRole.mutate({ id, from: 'user', to: 'admin' });
    }
    const page = await openTab(browser(), service, `/users?text=${name}`, { token });
    const row = page.getByRole('row', { name: `${name}-2` });
    await row.waitFor();
    let calls = 0;
    page.on('request', (request) => {
      calls += Number(request.url().includes('users.suspend'));
    });
    for (const key of ['j', 'x', 'Shift+ArrowDown', 's']) await page.keyboard.press(key);
    const form = page.getByRole('dialog', { name: 'Suspend 2 users' });
    await form.locator('[type="radio"]:focus').waitFor();
    await page.keyboard.press('Enter');
    const asked = page.getByRole('dialog', { name: 'Enter the code from your mail' });
    await asked.waitFor();
    await endElsewhere(page);
    await asked.getByLabel('Code').fill('000000');
    await page.keyboard.press('Enter');
    await signInDialog(page).waitFor();
    const before = calls;
    await signInAbove(page, deputy);
    await row.waitFor();
    expect(calls).toBe(before);
  });

  it('can be left for good in the dialog', async () => {
    const { page } = await openGuest();
    await endElsewhere(page);
    await page.getByRole('link', { name: 'History' }).click();
    await signInDialog(page).waitFor();
    await page.getByRole('button', { name: 'Sign out instead' }).click();
    await heading(page, 'Sign in').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  it('is asked for at the start if a tab returns with an old token', async () => {
    const page = await openTab(browser(), service, '/history?type=profile.hidden', {
      token: `nc_${'x'.repeat(43)}`,
    });
    await page.getByText('Your session has ended').waitFor();
    await signIn(page, service, admin);
    await heading(page, 'History').waitFor();
    expect(shownSearch(page)).toBe('?type=profile.hidden');
  });
});

describe('a role that is taken away', () => {
  it('is noticed by the next decision, and only signing out is left', async () => {
    const email = 'demoted@example.com';
    const username = 'seen-by-demoted';
    const token = await tokenOf(service, email);
    const { data } = await callService(service, token).users.me.query();
    const enters = enteringCodes(codesOf({ service }));
    const team = callService(service, await tokenOf(service, admin), enters);
    const { id } = data.user;
    await team.moderation.users.changeRole.mutate({ id, from: 'user', to: 'moderator' });
    // Nobody can hide their own profile.
    const owner = callService(service, await tokenOf(service, 'seen@example.com'));
    await owner.profiles.create.mutate({ username, referral: '' });
    const page = await openTab(browser(), service, `/profiles/${username}`, { token });
    await page.getByRole('button', { name: 'Hide' }).click();
    const reasons = page.getByRole('menu', { name: `Hide ${username}` });
    await reasons.waitFor();

    await team.moderation.users.changeRole.mutate({ id, from: 'moderator', to: 'user' });
    await page.keyboard.press('1');
    await heading(page, 'You have no access here').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByText(username).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
  });
});

describe('the tabs of a browser', () => {
  const openNext = async (page: Page, path = '/'): Promise<Page> => {
    const next = await page.context().newPage();
    await next.goto(`${service.origin}${path}`);
    return next;
  };

  it('share a session: a tab opened from a link is signed in, and signing out ends them all', async () => {
    const { page } = await openGuest();
    const opened = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'History' }).click({ modifiers: ['Control'] });
    const tab = await opened;
    await heading(tab, 'History').waitFor();
    expect(await heldToken(tab)).toBe(await heldToken(page));
    expect(await tab.context().cookies()).toEqual([]);
    expect(await tab.evaluate(() => JSON.stringify(localStorage))).not.toContain('nc_');

    await tab.getByRole('button', { name: 'More' }).click();
    await tab.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const one of [tab, page, await openNext(page, '/admin/')]) {
      await one.getByLabel('Email address').waitFor();
      await expect.poll(() => heldToken(one)).toBe('');
    }
  });

  it('keep it from scripts on other pages of the origin', async () => {
    const { page } = await openGuest();
    const ask = async (asking: Page) =>
      asking.evaluate(() => {
        const channel = new BroadcastChannel('namecard.session');
        const heard: unknown[] = [];
        Object.assign(window, { heard });
        channel.addEventListener('message', ({ data }) => heard.push(data));
        channel.postMessage({ ask: 'a-question' });
      });
    const heard = (asking: Page) => asking.evaluate<unknown[]>('heard');
    const paths = [
      `${service.origin}/docs`,
      service.mailbox ?? '',
      `${service.origin}/no`,
    ];
    for (const path of paths) {
      const stranger = await page.context().newPage();
      await stranger.setExtraHTTPHeaders({ accept: 'text/html' });
      // Its own scripts take seconds and have no part in this.
      await stranger.route(/\.js$/, (route) => route.abort());
      await stranger.goto(path);
      const stored = stranger.evaluate<string | null>(
        'sessionStorage.getItem("namecard.token")',
      );
      await expect.poll(() => stored.catch(() => null)).toBeNull();
      await ask(stranger);
      // A page of the app's origin gets an answer, so the earlier question of the
      // other page would have got one too.
      const witness = await openNext(page, '/admin/start.js');
      await ask(witness);
      await expect.poll(() => heard(witness)).toHaveLength(1);
      expect(await heard(stranger)).toEqual([]);
      await expect.poll(() => stranger.evaluate('origin')).toBe('null');
      await Promise.all([stranger.close(), witness.close()]);
    }
  });
});
