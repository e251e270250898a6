import { setTimeout as sleep } from 'node:timers/promises';
import { useTestDatabase } from '@namecard/db/testing';
import { fakePostmark, type FakePostmark, useBrowser } from '@namecard/testing';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { namesIn, rowOf } from '../../testing/list.ts';
import { callService, startService, type Service } from '../../testing/call-service.ts';
import { enteringCodes, enterMailedCode } from '../../testing/mailed-codes.ts';
import { heading, openTab } from '../../testing/tab.ts';
import { shownParameter, shownSearch } from '../../testing/shown-search.ts';

const admin = 'admin@example.com';

const browser = useBrowser();
const database = useTestDatabase();
let postmark: FakePostmark;
let service: Service;
let adminToken: string;

const mailsTo = (address: string) => postmark.mails().filter(({ to }) => to === address);

/** Reads until there is something, in hooks as well. */
async function once<Found>(read: () => Found | undefined): Promise<Found> {
  for (;;) {
    const found = read();
    if (found !== undefined) return found;
    await sleep(20);
  }
}

/**
 * Signs somebody in without the page and returns their id and token. Here mail
 * really leaves, to a fake provider.
 */
async function join(email: string): Promise<{ id: string; token: string }> {
  const { auth } = callService(service);
  const before = mailsTo(email).length;
  await auth.sendCode.mutate({ email });
  const otp = await once(() => mailsTo(email)[before]?.subject.split(' ')[0]);
  const { data } = await auth.verifyCode.mutate({ email, otp });
  return { id: data.user.id, token: data.token };
}

/** The first long code in the mails to an address, after so many. */
async function longCodeTo(address: string, after = 0): Promise<string> {
  const texts = () =>
    mailsTo(address)
      .slice(after)
      .map(({ text }) => text);
  return once(() => /[A-Z\d]{4}-[A-Z\d]{4}-[A-Z\d]{5}/.exec(texts().join('\n'))?.[0]);
}

/** The newest code of an act, from the provider's mails. */
async function readCode(): Promise<string> {
  const subjects = () => postmark.mails().map(({ subject }) => subject);
  const isOfAct = (subject: string) => subject.includes('confirmation');
  return once(() => subjects().findLast(isOfAct)?.split(' ')[0]);
}

beforeAll(async () => {
  postmark = await fakePostmark();
  service = await startService({
    DATABASE_URL: database().url,
    POSTMARK_SERVER_TOKEN: 'made-up',
    POSTMARK_API_URL: postmark.url,
    EMAIL_FROM: 'namecard@example.com',
    ADMIN_EMAILS: admin,
  });
  adminToken = (await join(admin)).token;
});

afterAll(async () => {
  await service?.stop();
  await postmark?.close();
});

afterEach(() => {
  postmark.behave('ok');
});

const open = (path: string, options: Parameters<typeof openTab>[3] = {}) =>
  openTab(browser(), service, path, { token: adminToken, ...options });

const openUser = async ({ id }: { id: string }, email: string) => {
  const page = await open(`/users/${id}`);
  await heading(page, email).waitFor();
  return page;
};

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** The fact with this name about the user. */
const fact = (page: Page, name: string) =>
  page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');

const openFilter = (page: Page) => page.getByRole('button', { name: 'Filter' }).click();

describe('the list of users', () => {
  it('is searched, narrowed and ordered by its URL, and writes that into the URL', async () => {
    const one = await join('searched-one@example.com');
    await join('searched-two@example.com');
    await callService(service, one.token).users.updateMe.mutate({
      username: 'known-by-name',
    });
    const newestFirst = ['searched-two@example.com', 'searched-one@example.com'];
    const page = await open('/users');
    await rowOf(page, admin).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('SEARCHED-');
    await expect.poll(() => namesIn(page)).toEqual(newestFirst);
    await openFilter(page);
    await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
    await expect.poll(() => shownSearch(page)).toBe('?text=SEARCHED-&sort=oldest');

    const other = await open('/users?text=SEARCHED-&sort=oldest');
    await expect.poll(() => namesIn(other)).toEqual(newestFirst.toReversed());

    await other.getByRole('searchbox', { name: 'Search users' }).fill('known-by');
    await expect.poll(() => namesIn(other)).toEqual(['searched-one@example.com']);
    await openFilter(other);
    await other.getByRole('combobox', { name: 'State' }).selectOption('Suspended');
    await other.getByRole('heading', { name: 'No user fits' }).waitFor();
    await other.keyboard.press('Escape');
    await other.getByRole('link', { name: 'Show everybody' }).click();
    await rowOf(other, admin).waitFor();
  });

  it('is narrowed by keys', async () => {
    const page = await open('/users');
    await page.getByRole('button', { name: 'Filter' }).focus();
    await page.keyboard.press('Enter');
    const state = page.getByRole('combobox', { name: 'State' });
    await state.focus();
    for (const chosen of ['active', 'suspended']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => shownSearch(page)).toBe(`?state=${chosen}`);
    }
  });

  it('finds users who share an identity', async () => {
    for (const email of ['double-one@example.com', 'double-two@example.com']) {
      const { token } = await join(email);
      await callService(service, token).users.updateMe.mutate({
        walletAddress: '0xShared',
      });
    }
    const page = await open('/users?duplicateIdentities=true');
    await rowOf(page, 'double-one@example.com').click();
    await page.getByRole('link', { name: 'Others have it too' }).click();
    await rowOf(page, 'double-two@example.com').waitFor();
    expect(shownParameter(page, 'text')).toBe('0xShared');
  });

  it('reads more of the user at whom the keys stop, not of those that they pass', async () => {
    const emails = [
      'passed-1@example.com',
      'passed-2@example.com',
      'passed-3@example.com',
    ];
    for (const email of emails) await join(email);
    const page = await open('/users?text=passed-');
    await expect.poll(() => namesIn(page)).toEqual(emails.toReversed());
    const asked: string[] = [];
    page.on('request', (request) => {
      asked.push(...(request.url().match(/users\.inspect/g) ?? []));
    });
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    for (const _ of emails) await page.keyboard.press('j');
    await page.clock.resume();
    const [last = ''] = emails;
    await page.getByRole('article', { name: last }).getByText('Sessions').waitFor();
    expect(asked).toHaveLength(1);
  });

  it('suspends users that are selected by two keys, and ends their suspensions', async () => {
    const emails = ['wave-1@example.com', 'wave-2@example.com', 'wave-3@example.com'];
    for (const email of emails) await join(email);
    const page = await open('/users?text=wave-');
    await expect.poll(() => namesIn(page)).toEqual(emails.toReversed());
    for (const key of ['j', 'x', 'Shift+ArrowDown', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('s');
    const form = page.getByRole('dialog', { name: 'Suspend 3 users' });
    await form.locator('[type="radio"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Done for 3 of 3 users').waitFor();
    const suspended = page.getByRole('row').getByText('Suspended');
    await expect.poll(() => suspended.count()).toBe(3);
    await page.getByText('3 selected').waitFor({ state: 'detached' });
    const { data } = await callService(service, adminToken).moderation.users.search.query(
      { text: 'wave-', state: 'suspended' },
    );
    expect(data.users).toHaveLength(3);

    await page.keyboard.press('a');
    await page.getByText('3 selected').waitFor();
    await page.keyboard.press('r');
    const restore = page.getByRole('dialog', { name: 'End the suspension of 3 users' });
    await restore.locator('button:focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => suspended.count()).toBe(0);
  });
});

describe('one user', () => {
  it('gets a role and loses it again, from the toast and from the history', async () => {
    const email = 'promoted@example.com';
    const page = await openUser(await join(email), email);
    await page.getByRole('button', { name: 'Change role' }).click();
    const form = page.getByRole('dialog', { name: `Role of ${email}` });
    await form.getByRole('radio', { name: /^Moderator/ }).click();
    await form.getByLabel(/^Private note/).fill('Asked for by the whole team.');
    await form.getByRole('button', { name: 'Change role' }).click();
    await enterMailedCode(page, readCode);
    await page.getByText(`${email} is a moderator now`).waitFor();
    await expect.poll(() => fact(page, 'Role').textContent()).toBe('Moderator');
    const history = region(page, 'History');
    await history.getByText('Asked for by the whole team.').waitFor();

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.poll(() => fact(page, 'Role').textContent()).toBe('User');
    await history.getByText('Given another role, and back').waitFor();
    await history.getByRole('button', { name: /^Undo/ }).click();
    await enterMailedCode(page, readCode);
    await expect.poll(() => fact(page, 'Role').textContent()).toBe('Moderator');
  });

  it('is suspended with a reason, notes and an end, signed out at once, and let in again', async () => {
    const email = 'suspended@example.com';
    const person = await join(email);
    const page = await openUser(person, email);
    await page.keyboard.press('s');
    const form = page.getByRole('dialog', { name: `Suspend ${email}` });
    await form.getByRole('radio', { name: /^Harassment/ }).click();
    await form.getByRole('combobox', { name: 'Ends' }).selectOption('Until a chosen day');
    const day = form.getByLabel('Last day');
    await form.getByLabel(/^Note for/).fill('Leave people alone.');
    await form.getByLabel(/^Private note/).fill('Third time.');
    await day.fill('2020-01-31');
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();
    await form.getByText('Choose a future day.').waitFor();
    await expect
      .poll(() => day.evaluate((one) => one === document.activeElement))
      .toBe(true);
    await day.fill('2090-01-31');
    await day.press('Backspace');
    await day.press('Control+Enter');
    await form.getByText('Choose a future day.').waitFor();
    await day.fill('2090-01-31');
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();

    // Its last instant is the start of the next day in the viewer's time zone.
    const suspended = page.getByText(/^Suspended .* until Feb 1, 2090.*Harassment/);
    await suspended.waitFor();
    await form.waitFor({ state: 'detached' });
    await region(page, 'Sessions').waitFor({ state: 'detached' });
    await expect(
      callService(service, person.token).users.me.query(),
    ).rejects.toMatchObject({
      data: { reason: 'TOKEN_INVALID' },
    });
    await region(page, 'History').getByText('Third time.').waitFor();

    await page.keyboard.press('r');
    const restore = page.getByRole('dialog', { name: `End the suspension of ${email}` });
    await restore.getByRole('button', { name: 'End suspension' }).click();
    await suspended.waitFor({ state: 'detached' });
    await join(email);
  });

  it('keeps visible profiles during a suspension, unless they are hidden too, and each is undone separately', async () => {
    const email = 'owns-two@example.com';
    const person = await join(email);
    const { profiles } = callService(service, person.token);
    for (const username of ['two-a', 'two-b']) {
      await profiles.create.mutate({ username, referral: '' });
    }
    const hidden = async () => {
      const { data } = await callService(
        service,
        adminToken,
      ).moderation.users.inspect.query(person);
      return data.profiles.map((profile) => profile.hidden);
    };
    const page = await openUser(person, email);
    const suspended = page.getByText(/^Suspended .* until an admin ends it/);
    const suspend = async (box: boolean) => {
      await page.getByRole('button', { name: /^Suspend/ }).click();
      const form = page.getByRole('dialog', { name: `Suspend ${email}` });
      await form.getByLabel('Also hide their profiles').setChecked(box);
      await form.getByRole('button', { name: 'Suspend', exact: true }).click();
      await suspended.waitFor();
    };
    await suspend(false);
    await expect.poll(hidden).toEqual([false, false]);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await suspended.waitFor({ state: 'detached' });

    await suspend(true);
    await page.getByText(`2 profiles of ${email} hidden`).waitFor();
    await expect.poll(hidden).toEqual([true, true]);
    await page.keyboard.press('u');
    const button = page.getByRole('button', { name: 'Hide profiles' });
    await button.waitFor();
    await expect.poll(hidden).toEqual([false, false]);
    await expect.poll(() => suspended.isVisible()).toBe(true);

    await button.click();
    await page
      .getByRole('dialog', { name: /^Hide 2 profiles of / })
      .getByRole('button', { name: 'Hide', exact: true })
      .click();
    await expect.poll(hidden).toEqual([true, true]);
  });

  it('is suspended for a day, since just now, in a browser three days behind', async () => {
    const email = 'by-a-late-browser@example.com';
    const person = await join(email);
    const page = await openUser(person, email);
    await page.clock.install({ time: Date.now() - 3 * 86_400_000 });
    await page.reload();
    await heading(page, email).waitFor();
    await page.keyboard.press('s');
    const form = page.getByRole('dialog', { name: `Suspend ${email}` });
    await form.getByRole('combobox', { name: 'Ends' }).selectOption('After a day');
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();
    await page.getByText(/^Suspended just now/).waitFor();
    await region(page, 'History').getByText('just now').waitFor();
    const { data } = await callService(
      service,
      adminToken,
    ).moderation.users.inspect.query(person);
    const { since = '', until = '' } = data.user.suspension ?? {};
    expect(Date.parse(until ?? '') - Date.parse(since)).toBe(86_400_000);
  });

  it('gets another address after a lost mailbox, unless an admin or the old address ends it', async () => {
    const [email, next] = ['lost-mailbox@example.com', 'new-mailbox@example.com'];
    const page = await openUser(await join(email), email);
    const address = region(page, 'Address');
    const openCase = async () => {
      await address.getByRole('button', { name: 'Change address…' }).click();
      const dialog = page.getByRole('dialog', { name: `Change the address of ${email}` });
      await dialog.getByLabel('New address').fill(next);
      await dialog.getByLabel('Reason').fill('Left the company.');
      await dialog.getByRole('button', { name: 'Mail the code' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await openCase();
    const { auth } = callService(service);
    await auth.proveMove.mutate({ email: next, otp: await longCodeTo(next) });
    await page.reload();
    await address.getByText(/^Waits.*Happens/).waitFor();
    await address.getByRole('button', { name: 'Stop' }).click();
    await address.getByText(/^Stopped by an admin/).waitFor();

    const before = mailsTo(email).length;
    await openCase();
    await auth.undoMove.mutate({ email, otp: await longCodeTo(email, before) });
    await page.goto(`${service.origin}/admin/?lane=contested`);
    const why = page.getByText('Its old address ended a change of the address');
    await why.first().waitFor();
    await page.getByRole('button', { name: 'Leave the address' }).click();
    await page.getByText(`${email} kept at its address`).waitFor();
    await expect.poll(() => why.count()).toBe(0);
  });

  it('gets mail again once the suppression is cleared, and an error of the provider is shown', async () => {
    const email = 'bounced@example.com';
    const person = await join(email);
    postmark.behave('inactive422');
    await callService(service).auth.sendCode.mutate({ email });
    const { users } = callService(service, adminToken).moderation;
    const isSuppressed = async () =>
      (await users.inspect.query({ id: person.id })).data.isSuppressed;
    await expect.poll(isSuppressed).toBe(true);
    const page = await openUser(person, email);
    const mail = region(page, 'Mail');
    await mail.getByText('Refused', { exact: true }).waitFor();
    await mail.getByText('The provider delivers nothing to this address').waitFor();

    postmark.behave('kept');
    await mail.getByRole('button', { name: 'Clear suppression…' }).click();
    const asked = page.getByRole('dialog', { name: 'Mail this address again?' });
    await asked.getByText('This can’t be undone.').waitFor();
    await asked.getByRole('button', { name: 'Clear suppression' }).click();
    await asked.getByText('The mail provider keeps the suppression').waitFor();

    postmark.behave('ok');
    await asked.getByRole('button', { name: 'Clear suppression' }).click();
    await page.getByText(`Mail goes to ${email} again`).waitFor();
    await asked.waitFor({ state: 'detached' });
    await mail
      .getByRole('button', { name: 'Clear suppression…' })
      .waitFor({ state: 'detached' });
    expect(postmark.cleared()).toContain(email);
  });

  it('need not exist: mail is looked up by address, with waiting and failed mail and the reasons', async () => {
    const [stranger, waiting] = ['stranger@example.com', 'waiting@example.com'];
    const mailTo = async (address: string) => {
      await callService(service).auth.sendCode.mutate({ email: address });
      const { mail } = callService(service, adminToken).moderation;
      const outcome = async () =>
        (await mail.deliveries.query({ address })).data.deliveries[0]?.outcome;
      await expect.poll(outcome).toEqual(expect.any(String));
    };
    postmark.behave('inactive422');
    await mailTo(stranger);
    postmark.behave('500');
    await mailTo(waiting);

    const page = await open('/mail');
    await rowOf(page, waiting).getByText('The provider had a fault.').waitFor();
    // In a new tab the address is in the fragment too, which no proxy logs.
    const link = rowOf(page, waiting).getByRole('link');
    expect(await link.getAttribute('href')).toMatch(/mail#address=/);
    await page.getByRole('link', { name: 'Failed' }).click();
    await rowOf(page, stranger).getByText('Refused').waitFor();

    await page.goto(`${service.origin}/admin/users?text=${stranger}`);
    await page.getByRole('link', { name: `Mail to ${stranger}` }).click();
    const mail = page.getByRole('article', { name: stranger });
    await mail.getByText(/has no account/).waitFor();
    await page
      .getByRole('row')
      .getByText(/it bounced or complained before/)
      .waitFor();
    postmark.behave('ok');
    await mail.getByRole('button', { name: 'Clear suppression…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Clear suppression' })
      .click();
    await page.getByRole('row').getByText('Mailed again').waitFor();
    expect(postmark.cleared()).toContain(stranger);

    await page.keyboard.press('/');
    await page.keyboard.type(admin);
    await page
      .getByRole('article', { name: admin })
      .getByRole('link', { name: 'Open user' })
      .click();
    await heading(page, admin).waitFor();
  });

  it('may be invited and have an account again, and is forgotten, if an admin says so', async () => {
    const [email, gone] = ['refuser@example.com', 'banned@example.com'];
    const person = await join(gone);
    // A session may ask for five codes an hour.
    const { token } = await join(admin);
    const team = callService(service, token, enteringCodes(readCode));
    const { mail, users } = team.moderation;
    await users.suspend.mutate({ id: person.id, reason: 'spam' });
    await users.erase.mutate({ id: person.id, reason: 'spam' });
    const { auth } = callService(service);
    await auth.sendCode.mutate({ email });
    await auth.refuseInvitation.mutate({ email, otp: await longCodeTo(email) });
    await auth.sendCode.mutate({ email });
    const page = await open(`/mail?address=${gone}`, { token });
    for (const [address, act, title] of [
      [gone, 'End the ban', 'Let this address have an account again?'],
      [email, 'Allow invitations', 'Allow invitations again?'],
    ] as const) {
      await page.goto(`${service.origin}/admin/mail?address=${address}`);
      await page.getByRole('button', { name: `${act}…` }).click();
      const asked = page.getByRole('dialog', { name: title });
      await asked.getByRole('button', { name: act }).click();
      await asked.waitFor({ state: 'detached' });
    }
    const inspect = async (address: string) =>
      (await mail.inspect.query({ address })).data;
    expect((await inspect(gone)).isBanned).toBe(false);
    expect((await inspect(email)).isRefused).toBe(false);
    const data = region(page, 'Personal data');
    const saving = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Export' }).click();
    expect((await saving).suggestedFilename()).toBe('namecard-address.json');
    await data.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog', { name: `Erase ${email}` });
    await dialog.getByRole('radio').first().check();
    await dialog.getByLabel('Their address').fill(email);
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await enterMailedCode(page, readCode);
    await page.getByText(`${email} is forgotten`).waitFor();
    const { deliveries } = (await mail.deliveries.query({ address: email })).data;
    expect(deliveries).toEqual([]);
  });

  it('can’t be changed by an admin by role if they are an admin by the settings', async () => {
    const appointed = await join('appointed@example.com');
    const team = callService(service, adminToken, enteringCodes(readCode));
    const { users } = team.moderation;
    const change = { id: appointed.id, from: 'user', to: 'admin' } as const;
    await users.changeRole.mutate(change);
    const { data } = await callService(service, adminToken).users.me.query();
    const page = await open(`/users/${data.user.id}`, { token: appointed.token });
    await region(page, 'Sessions').getByRole('listitem').first().waitFor();
    const buttons = page.getByRole('button', { name: /Change role|Suspend|Hide|^End/ });
    expect(await buttons.count()).toBe(0);
    await page.keyboard.press('s');
    await page.keyboard.press('c');
    expect(await page.getByRole('dialog').count()).toBe(0);
    const { changeRole } = callService(service, appointed.token).moderation.users;
    await changeRole.mutate({ ...change, from: 'admin', to: 'user' });
  });

  it('has all their data saved as a file, and is erased by no key alone', async () => {
    const email = 'forget-me@example.com';
    const person = await join(email);
    const page = await openUser(person, email);
    const erasures: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('users.erase')) erasures.push(request.url());
    });
    const data = region(page, 'Personal data');
    const saving = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Export' }).click();
    expect((await saving).suggestedFilename()).toBe(`namecard-user-${person.id}.json`);

    await data.getByRole('button', { name: 'Erase…' }).click();
    const dialog = page.getByRole('dialog', { name: `Erase ${email}` });
    const isDisabled = () =>
      dialog.getByRole('button', { name: 'Erase for good' }).isDisabled();
    expect(await dialog.getByRole('radio', { checked: true }).count()).toBe(0);
    await page.keyboard.press('1');
    await expect
      .poll(() => dialog.getByRole('radio', { checked: true }).inputValue())
      .toBe('requested');
    await page.keyboard.press('Control+Enter');
    await expect.poll(() => isDisabled()).toBe(true);
    await dialog.getByLabel('Their address').fill(email);
    expect(await isDisabled()).toBe(false);
    await page.keyboard.press('Enter');
    await dialog.getByRole('radio').first().press('Enter');
    await dialog.getByLabel('Their address').fill('somebody@example.com');
    await expect.poll(() => isDisabled()).toBe(true);
    await dialog.getByLabel('Their address').fill(email);
    await expect.poll(() => isDisabled()).toBe(false);
    expect(erasures).toEqual([]);
    await page.keyboard.press('Control+Enter');
    await enterMailedCode(page, readCode);
    await heading(page, 'Users').waitFor();
    for (const id of [person.id, 'nonsense']) {
      await page.goto(`${service.origin}/admin/users/${id}`);
      await heading(page, 'There is no such user').waitFor();
    }
  });
});

it('a list goes on after a failure, also with an address that was mended meanwhile', async () => {
  const page = await open('/invitations/new');
  const about = 'Gardener. '.repeat(90);
  // A second try of the test needs other people.
  const run = Date.now();
  const lines = Array.from(
    { length: 60 },
    (_, at) => `late-${at}-${run}@example.com,${about}`,
  );
  const list = ['email,about', ...lines, 'late-60,'].join('\n');
  await page.getByLabel('Addresses').fill(list);
  await page.getByRole('button', { name: 'Check 61 lines' }).press('Enter');
  let calls = 0;
  await page.route(/invitations\.invite/, async (route) => {
    if (!route.request().postData()?.includes('"dryRun":true')) calls += 1;
    // The first answer is lost, and the call repeated. So is the next, as a failure.
    if (calls === 1 || calls === 3) await route.fetch();
    if (calls === 1) await route.abort();
    else if (calls === 3) await route.fulfill({ status: 500, body: '' });
    else await route.continue();
  });
  await page.getByRole('button', { name: 'Invite 60 people' }).press('Enter');
  await page.getByRole('button', { name: 'Go on' }).waitFor();
  await page.getByRole('button', { name: 'Not an address 1' }).press('Enter');
  await page.getByLabel('Address in line 62').fill(`late-60-${run}@example.com`);
  calls = 4;
  await page.getByRole('button', { name: 'Check again' }).press('Enter');
  await page.getByRole('button', { name: 'Invite 1 person' }).press('Enter');
  await page.getByRole('status').getByText('61 people invited').waitFor();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  expect(calls).toBe(5);
});

it('a pasted list is checked, mended and invited, and one of it withdrawn', async () => {
  const page = await open('/invitations/new');
  const list = 'email,username,name\nnew-1@example.com,admin,New One\nnot-an-address,,';
  await page.getByLabel('Addresses').fill(list);
  await page.getByRole('button', { name: 'Check 2 lines' }).press('Enter');
  await page.getByLabel('Address in line 3').fill('new-2@example.com');
  await page.getByRole('button', { name: 'Check again' }).press('Enter');
  await page.getByText('username is reserved').waitFor();
  await page.getByRole('button', { name: 'Invite 2 people' }).press('Enter');
  await page.getByRole('status').getByText('2 people invited').waitFor();
  await page.getByRole('link', { name: 'See the invited' }).press('Enter');
  await rowOf(page, 'new-1@example.com').click();
  await page
    .getByRole('button', { name: 'Withdraw the invitation of new-1@example.com' })
    .press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Withdraw the invitation/ });
  await dialog.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await page.getByText('The invitation is withdrawn').first().waitFor();
  await openFilter(page);
  await page.getByRole('combobox', { name: 'State' }).selectOption('withdrawn');
  await expect.poll(() => namesIn(page)).toEqual(['new-1@example.com']);
});
