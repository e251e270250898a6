import { fakePostmark, type FakePostmark } from '@namecard/testing';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openBrowser, seriousFindings } from '../../testing/browser.ts';
import { callService, startService, type Service } from '../../testing/service.ts';
import { heading, openTab } from '../../testing/tab.ts';

const admin = 'admin@example.com';

let postmark: FakePostmark;
let service: Service;
let browser: Browser;
let adminToken: string;

const mailsTo = (address: string) => postmark.mails().filter(({ to }) => to === address);

/** Signs somebody in, without the page; gives their id and token. Here mail really leaves, for a provider that is made up. */
async function join(email: string): Promise<{ id: string; token: string }> {
  const { auth } = callService(service);
  const before = mailsTo(email).length;
  await auth.sendCode.mutate({ email });
  const otp = await vi.waitFor(
    () => {
      const [code] = mailsTo(email)[before]?.subject.split(' ') ?? [];
      if (code === undefined) {
        throw new Error(`No mail has left for ${email}.`);
      }
      return code;
    },
    { timeout: 60_000 },
  );
  const { data } = await auth.verifyCode.mutate({ email, otp });
  return { id: data.user.id, token: data.token };
}

beforeAll(async () => {
  postmark = await fakePostmark();
  [service, browser] = await Promise.all([
    startService({
      POSTMARK_SERVER_TOKEN: 'made-up',
      POSTMARK_API_URL: postmark.url,
      EMAIL_FROM: 'namecard@example.com',
      ADMIN_EMAILS: admin,
    }),
    openBrowser(),
  ]);
  adminToken = (await join(admin)).token;
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await postmark?.close();
});

afterEach(async () => {
  postmark.behave('ok');
  await Promise.all(browser.contexts().map((context) => context.close()));
});

const open = (path: string, options: Parameters<typeof openTab>[3] = {}) =>
  openTab(browser, service, path, { token: adminToken, ...options });

const openUser = async ({ id }: { id: string }, email: string) => {
  const page = await open(`/users/${id}`);
  await heading(page, email).waitFor();
  return page;
};

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Whether nothing covers or cuts an element's last line. */
const isSeen = (element: Locator) =>
  element.evaluate((one) => {
    const { left, bottom } = one.getBoundingClientRect();
    return document.elementFromPoint(left + 1, bottom - 1) === one;
  });

describe('the list of users', () => {
  const addresses = (page: Page) =>
    page.getByRole('list', { name: 'Users' }).getByRole('link').allTextContents();

  it('is searched, narrowed and ordered as the address says, and says so in the address', async () => {
    const one = await join('searched-one@example.com');
    await join('searched-two@example.com');
    await callService(service, one.token).users.updateMe.mutate({
      username: 'known-by-name',
    });
    const newestFirst = ['searched-two@example.com', 'searched-one@example.com'];
    const page = await open('/users');
    await page.getByRole('link', { name: admin }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('SEARCHED-');
    await expect.poll(() => addresses(page)).toEqual(newestFirst);
    await page.getByRole('combobox', { name: 'Order' }).click();
    await page.getByRole('option', { name: 'Oldest first' }).click();
    await expect
      .poll(() => new URL(page.url()).search)
      .toBe('?text=SEARCHED-&sort=oldest');

    const other = await open('/users?text=SEARCHED-&sort=oldest');
    await expect.poll(() => addresses(other)).toEqual(newestFirst.toReversed());

    await other.getByRole('searchbox', { name: 'Search users' }).fill('known-by');
    await expect.poll(() => addresses(other)).toEqual(['searched-one@example.com']);
    await other.getByRole('combobox', { name: 'State' }).click();
    await other.getByRole('option', { name: 'Suspended', exact: true }).click();
    await other.getByRole('heading', { name: 'Nobody fits' }).waitFor();
    await other.getByText('No user has that text and that state.').waitFor();
    await other.getByRole('link', { name: 'Show everybody' }).click();
    await other.getByRole('link', { name: admin }).waitFor();
  });

  it.each(['Enter', 'ArrowDown'])(
    'is narrowed by keys alone, begun with %s',
    async (key) => {
      const page = await open('/users');
      const state = page.getByRole('combobox', { name: 'State' });
      await state.focus();
      for (const chosen of ['active', 'suspended']) {
        await page.keyboard.press(key);
        // It takes keys from when one of its options is the current one.
        await page.locator('[role="option"][data-highlighted]').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await expect.poll(() => new URL(page.url()).search).toBe(`?state=${chosen}`);
        await page.getByRole('listbox').waitFor({ state: 'detached' });
        await expect
          .poll(() => state.evaluate((one) => one === document.activeElement))
          .toBe(true);
      }
    },
  );

  it('finds who shares an identity', async () => {
    for (const email of ['double-one@example.com', 'double-two@example.com']) {
      const { token } = await join(email);
      await callService(service, token).users.updateMe.mutate({
        walletAddress: '0xShared',
      });
    }
    const page = await open('/users?duplicateIdentities=true');
    await page.getByRole('link', { name: 'double-one@example.com' }).click();
    await heading(page, 'double-one@example.com').waitFor();
    await page.getByRole('link', { name: 'Others have it too' }).click();
    await page.getByRole('link', { name: 'double-two@example.com' }).waitFor();
    expect(new URL(page.url()).searchParams.get('text')).toBe('0xShared');
  });

  it('is walked by j and k, and opened by Enter', async () => {
    await join('walked@example.com');
    const page = await open('/users');
    await page.getByRole('link', { name: 'walked@example.com' }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(
      'walked@example.com',
    );
    await page.keyboard.press('Enter');
    await heading(page, 'walked@example.com').waitFor();
  });
});

describe('one user', () => {
  it('is given a role and has it taken again, from the toast and from the history', async () => {
    const email = 'promoted@example.com';
    const page = await openUser(await join(email), email);
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: `Role of ${email}` });
    await form.getByRole('radio', { name: /^Moderator/ }).click();
    await form.getByLabel(/^Private note/).fill('Asked for by the whole team.');
    await form.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText(`${email} is a moderator now`).waitFor();
    await region(page, 'Record').getByText('Moderator').waitFor();
    const history = region(page, 'History');
    await history.getByText('Asked for by the whole team.').waitFor();

    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await region(page, 'Record').getByText('User', { exact: true }).waitFor();
    await history.getByText('Undone').waitFor();
    await expect.poll(() => history.getByText('Undo', { exact: true }).count()).toBe(2);
    await history.getByRole('button', { name: /^Undo/ }).click();
    await expect
      .poll(() => region(page, 'Record').getByText('Moderator').isVisible())
      .toBe(true);
  });

  it('stays an admin as the last one, and that is said plainly', async () => {
    const { data } = await callService(service, adminToken).users.me.query();
    const page = await openUser({ id: data.user.id }, admin);
    await page.getByRole('button', { name: 'Suspend' }).click();
    const form = page.getByRole('dialog', { name: `Suspend ${admin}` });
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();
    await expect
      .poll(() =>
        form
          .getByText('Nobody else is an admin. Make somebody else an admin first.')
          .isVisible(),
      )
      .toBe(true);
  });

  it('is suspended with a reason, notes and an end, signed out at once, and let in again', async () => {
    const email = 'suspended@example.com';
    const person = await join(email);
    const page = await openUser(person, email);
    await page.keyboard.press('s');
    const form = page.getByRole('dialog', { name: `Suspend ${email}` });
    await form.getByRole('radio', { name: /^Harassment/ }).click();
    await form.getByRole('combobox', { name: 'It ends' }).click();
    await page.getByRole('option', { name: 'At a time of choice' }).click();
    await form.getByLabel(/^Note for/).fill('Leave people alone.');
    await form.getByLabel(/^Private note/).fill('Third time.');
    await form.getByLabel('On', { exact: true }).fill('2020-01-01T10:00');
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();
    await form.getByText('Choose a time to come.').waitFor();
    await form.getByLabel('On', { exact: true }).fill('2099-01-31T10:00');
    expect(await seriousFindings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Suspend', exact: true }).click();

    await page
      .getByText(/^Suspended until Jan 31, 2099/)
      .first()
      .waitFor();
    await page.getByText('Reason: Harassment.').waitFor();
    await region(page, 'Sessions').getByText('Not signed in anywhere.').waitFor();
    await expect(
      callService(service, person.token).users.me.query(),
    ).rejects.toMatchObject({
      data: { reason: 'TOKEN_INVALID' },
    });
    await region(page, 'History').getByText('Third time.').waitFor();

    await page.keyboard.press('r');
    const restore = page.getByRole('dialog', { name: `End the suspension of ${email}` });
    await restore.getByRole('button', { name: 'End the suspension' }).click();
    await page.getByText('Reason: Harassment.').waitFor({ state: 'detached' });
    await join(email);
  });

  it('keeps their profiles up while they are suspended, unless they are hidden too: each is undone by itself', async () => {
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
    await page.setViewportSize({ width: 1440, height: 900 });
    const suspended = page.getByText('Suspended until an admin ends it');
    const suspend = async (box: boolean) => {
      await page.getByRole('button', { name: 'Suspend…' }).click();
      const form = page.getByRole('dialog', { name: `Suspend ${email}` });
      await form.getByText('Everybody still sees their 2 profiles.').waitFor();
      await form.getByLabel('Also hide their 2 profiles').setChecked(box);
      expect(
        await isSeen(form.getByText('In the history, for moderators and admins alone.')),
      ).toBe(true);
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
    const button = page.getByRole('button', { name: 'Hide their 2 profiles…' });
    await button.waitFor();
    await expect.poll(hidden).toEqual([false, false]);
    expect(await suspended.isVisible()).toBe(true);

    await button.click();
    await page
      .getByRole('dialog', { name: 'Hide their 2 profiles' })
      .getByRole('button', { name: 'Hide', exact: true })
      .click();
    await expect.poll(hidden).toEqual([true, true]);
  });

  it.each([
    ['two hours ahead', 2 * 3_600_000],
    ['three days behind', -3 * 86_400_000],
  ])(
    'is suspended for a day, and seen since just now, by a browser %s',
    async (name, error) => {
      const email = `by-a-browser-${name.replaceAll(' ', '-')}@example.com`;
      const person = await join(email);
      const page = await openUser(person, email);
      await page.clock.install({ time: Date.now() + error });
      await page.reload();
      await heading(page, email).waitFor();
      await page.keyboard.press('s');
      const form = page.getByRole('dialog', { name: `Suspend ${email}` });
      await form.getByRole('combobox', { name: 'It ends' }).click();
      await page.getByRole('option', { name: 'After a day' }).click();
      await form.getByRole('button', { name: 'Suspend', exact: true }).click();
      await page.getByText(/^Begun just now/).waitFor();
      await region(page, 'History').getByText('just now').waitFor();
      const { data } = await callService(
        service,
        adminToken,
      ).moderation.users.inspect.query(person);
      const { since = '', until = '' } = data.user.suspension ?? {};
      expect(Date.parse(until ?? '') - Date.parse(since)).toBe(86_400_000);
    },
  );

  it('is signed out of one session or of all, once that it can’t be undone was read', async () => {
    const email = 'sessions@example.com';
    const first = await join(email);
    const others = [await join(email), await join(email)];
    const page = await openUser(first, email);
    const sessions = region(page, 'Sessions').getByRole('listitem');
    await expect.poll(() => sessions.count()).toBe(3);
    await sessions
      .first()
      .getByRole('button', { name: /^End the session/ })
      .click();
    const asked = page.getByRole('dialog');
    await asked.getByText('That can’t be undone.').waitFor();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'detached' });
    expect(await sessions.count()).toBe(3);

    await sessions
      .first()
      .getByRole('button', { name: /^End the session/ })
      .click();
    await asked.getByRole('button', { name: 'End the session' }).click();
    await expect.poll(() => sessions.count()).toBe(2);
    await page.getByRole('button', { name: 'End all' }).click();
    await asked.getByText('That can’t be undone.').waitFor();
    await asked.getByRole('button', { name: 'End all sessions' }).click();
    await region(page, 'Sessions').getByText('Not signed in anywhere.').waitFor();
    for (const { token } of [first, ...others]) {
      await expect(callService(service, token).users.me.query()).rejects.toMatchObject({
        data: { reason: 'TOKEN_INVALID' },
      });
    }
    expect(
      await region(page, 'History').getByRole('button', { name: /^Undo/ }).count(),
    ).toBe(0);
  });

  it('gets mail again once the suppression is cleared; what the provider rejects is said', async () => {
    const email = 'bounced@example.com';
    const person = await join(email);
    postmark.behave('inactive422');
    await callService(service).auth.sendCode.mutate({ email });
    await vi.waitFor(
      async () => {
        const { data } = await callService(
          service,
          adminToken,
        ).moderation.users.inspect.query({
          id: person.id,
        });
        expect(data.isSuppressed).toBe(true);
      },
      { timeout: 60_000 },
    );
    const page = await openUser(person, email);
    const mail = region(page, 'Mail');
    await mail.getByText('Refused', { exact: true }).waitFor();
    await mail.getByText('The provider delivers nothing to this address').waitFor();

    postmark.behave('kept');
    await mail.getByRole('button', { name: 'Clear the suppression' }).click();
    const asked = page.getByRole('dialog');
    await asked.getByText('That can’t be undone.').waitFor();
    await asked.getByRole('button', { name: 'Clear the suppression' }).click();
    await asked.getByText('The mail provider keeps the suppression').waitFor();

    postmark.behave('ok');
    await asked.getByRole('button', { name: 'Clear the suppression' }).click();
    await page.getByText(`Mail goes to ${email} again`).waitFor();
    await mail
      .getByRole('button', { name: 'Clear the suppression' })
      .waitFor({ state: 'detached' });
    expect(postmark.cleared()).toContain(email);
  });

  it('may have none: mail is looked up by address, with what waits, what failed and why', async () => {
    const [stranger, waiting] = ['stranger@example.com', 'waiting@example.com'];
    const mailTo = async (address: string) => {
      await callService(service).auth.sendCode.mutate({ email: address });
      const { mail } = callService(service, adminToken).moderation;
      await vi.waitFor(
        async () => {
          const { data } = await mail.deliveries.query({ address });
          expect(data.deliveries[0]?.outcome).toEqual(expect.any(String));
        },
        { timeout: 60_000 },
      );
    };
    postmark.behave('inactive422');
    await mailTo(stranger);
    postmark.behave('500');
    await mailTo(waiting);

    const page = await open('/');
    const failed = region(page, 'Mail that did not arrive this week');
    await failed.getByRole('link', { name: stranger }).waitFor();
    await failed.getByRole('link', { name: /^See all/ }).click();
    const queue = region(page, 'Waiting to be sent');
    await queue.getByRole('link', { name: waiting }).waitFor();
    await queue.getByText('The provider had a fault.').waitFor();
    await region(page, /^Did not arrive/)
      .getByRole('link', { name: stranger })
      .waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.goto(`${service.origin}/admin/users?text=${stranger}`);
    await page.getByText('No user has that text.').waitFor();
    await page.getByRole('link', { name: 'Look up mail to it' }).click();
    const mail = region(page, `Mail to ${stranger}`);
    await mail.getByText('No account').waitFor();
    await mail.getByText(/it bounced or complained before/).waitFor();
    postmark.behave('ok');
    await mail.getByRole('button', { name: 'Clear the suppression' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Clear the suppression' })
      .click();
    await mail.getByText('Mailed again').waitFor();
    expect(postmark.cleared()).toContain(stranger);

    await page.keyboard.press('/');
    await page.keyboard.type('x');
    await page.getByLabel('Email address').fill(admin);
    await page.keyboard.press('Enter');
    await region(page, `Mail to ${admin}`)
      .getByRole('link', { name: 'Open the user' })
      .click();
    await heading(page, admin).waitFor();
  });

  it('leads to their profiles, and from there back', async () => {
    const email = 'owner@example.com';
    const person = await join(email);
    await callService(service, person.token).profiles.create.mutate({
      username: 'owned',
      referral: '',
    });
    const page = await openUser(person, email);
    await region(page, 'Profiles').getByRole('link', { name: 'owned' }).click();
    await expect.poll(() => heading(page, 'owned').isVisible()).toBe(true);
  });

  it('has nothing to be done to them by an admin by role, where they are one by the settings', async () => {
    const appointed = await join('appointed@example.com');
    const { users } = callService(service, adminToken).moderation;
    const change = { id: appointed.id, from: 'user', to: 'admin' } as const;
    await users.changeRole.mutate(change);
    const { data } = await callService(service, adminToken).users.me.query();
    const page = await open(`/users/${data.user.id}`, { token: appointed.token });
    await region(page, 'Record').getByText('Only an admin by the settings can').waitFor();
    await region(page, 'Sessions').getByRole('listitem').first().waitFor();
    const buttons = page.getByRole('button', { name: /Change role|Suspend|Hide|^End/ });
    expect(await buttons.count()).toBe(0);
    await page.keyboard.press('s');
    await page.keyboard.press('c');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await users.changeRole.mutate({ ...change, from: 'admin', to: 'user' });
  });

  it('gives all that is held of somebody as a file, and erases them for good', async () => {
    const email = 'forget-me@example.com';
    const person = await join(email);
    const page = await openUser(person, email);
    const data = region(page, 'Personal data');
    const saving = page.waitForEvent('download');
    await data.getByRole('button', { name: 'Export' }).click();
    expect((await saving).suggestedFilename()).toBe(`namecard-user-${person.id}.json`);

    await data.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('dialog').getByText('This can’t be undone.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await heading(page, 'Users').waitFor();
    await page.goto(`${service.origin}/admin/users/${person.id}`);
    await heading(page, 'There is no such user').waitFor();
  });

  it('is missed kindly where there is none', async () => {
    for (const id of ['0199a0b0-0000-7000-8000-000000000000', 'nonsense']) {
      const page = await open(`/users/${id}`);
      await expect
        .poll(() => heading(page, 'There is no such user').isVisible())
        .toBe(true);
    }
  });
});
