import { mailedCode, signIn } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';
import { formIn, leadsTo, Visitor } from '../../testing/visitor.ts';

const service = useService({
  settings: { ADMIN_EMAILS: 'boss@example.com', IDENTITIES: 'worldId' },
});

/** Asks for a code in one tab, and returns the form of the page that is shown. */
async function tabFor(browser: Visitor, email: string) {
  await browser.post('/sign-in', { email });
  return formIn(await browser.page('/sign-in/code'), '/sign-in/code');
}

const codeFor = (email: string) => mailedCode(service(), email);

async function memberWithCard(name: string): Promise<Visitor> {
  const member = await new Visitor(service()).signIn(`${name}@example.com`);
  await member.post('/me', { username: name, referral: '' });
  return member;
}

describe('two tabs that sign in', () => {
  it('each try the code of the address that they show', async () => {
    const browser = new Visitor(service());
    const first = await tabFor(browser, 'first@example.com');
    const second = await tabFor(browser, 'second@example.com');
    const code = await codeFor('second@example.com');
    // The first address has used up its guesses. The second one has all of them.
    for (let guess = 0; guess < 5; guess += 1) {
      await browser.post('/sign-in/code', { ...first, code: '000000' });
    }
    expect(leadsTo(await browser.post('/sign-in/code', { ...second, code }))).toBe(
      '303 /me',
    );
    expect(await browser.page('/me/account')).toContain('second@example.com');
  });

  it('work after the other one has signed in', async () => {
    const browser = new Visitor(service());
    const first = await tabFor(browser, 'one@example.com');
    await browser.signIn('two@example.com');
    expect(leadsTo(await browser.get('/sign-in/code'))).toBe('303 /me');
    const code = await codeFor('one@example.com');
    expect(leadsTo(await browser.post('/sign-in/code', { ...first, code }))).toBe(
      '303 /me',
    );
    expect(await browser.page('/me/account')).toContain('one@example.com');
  });
});

describe('a code that is sent twice, as by a double click', () => {
  /** The browser drops the first answer with its cookies, and shows the second. */
  async function pressTwice(browser: Visitor, email: string) {
    const form = { ...(await tabFor(browser, email)), code: await codeFor(email) };
    const kept = [...browser.cookies];
    const first = await browser.post('/sign-in/code', form);
    browser.cookies.clear();
    for (const [name, value] of kept) browser.cookies.set(name, value);
    return [first, await browser.post('/sign-in/code', form), form] as const;
  }

  it('signs in, and with another page’s form never again', async () => {
    const browser = new Visitor(service());
    const [first, second, form] = await pressTwice(browser, 'twice@example.com');
    expect([leadsTo(first), leadsTo(second)]).toEqual(['303 /me', '303 /me']);
    expect(await browser.page('/me/account')).toContain('twice@example.com');
    // With the cookies of the first answer too.
    expect(leadsTo(await browser.post('/sign-in/code', form))).toBe('303 /me');
    expect((await browser.get('/me')).status).toBe(200);
    const thief = new Visitor(service());
    const own = await tabFor(thief, 'thief@example.com');
    const stolen = { ...form, page: own['page'] ?? '' };
    expect((await thief.post('/sign-in/code', stolen)).status).toBe(401);
  });

  it('shows a suspended person the reason', async () => {
    const email = 'suspended@example.com';
    const { users } = trpcClient(service().origin, await signIn(service(), email));
    const { id } = (await users.me.query()).data.user;
    const token = await signIn(service(), 'boss@example.com');
    const { moderation } = trpcClient(service().origin, token);
    await moderation.users.suspend.mutate({ id, reason: 'spam' });
    const [first, second] = await pressTwice(new Visitor(service()), email);
    expect(await first.text()).toContain('name="ticket"');
    expect(await second.text()).toContain('name="ticket"');
  });
});

describe('a browser without cookies', () => {
  it('is told so, and gets no second mail', async () => {
    const browser = new Visitor(service());
    const email = 'blocked@example.com';
    await browser.post('/sign-in', { email });
    browser.cookies.clear();
    const page = await browser.page('/sign-in/code');
    expect(page).toContain('blocks cookies');
    const lost = await browser.post('/sign-in/code', { code: '123456' });
    expect(await lost.text()).toContain('blocks cookies');
    const again = { ...formIn(page, '/sign-in'), email };
    const code = await codeFor(email);
    browser.cookies.clear();
    const asked = await browser.post('/sign-in', again);
    expect(await asked.text()).toContain('so no mail was sent');
    // The answer before had a cookie, and the browser allows it now.
    expect(leadsTo(await browser.post('/sign-in', again))).toBe('303 /sign-in/code');
    expect(await codeFor(email)).toBe(code);
  });

  it('keeps its code, which works once it sends cookies', async () => {
    const browser = new Visitor(service());
    const email = 'kept@example.com';
    const form = await tabFor(browser, email);
    browser.cookies.clear();
    const code = await codeFor(email);
    const untried = await browser.post('/sign-in/code', { ...form, code });
    const page = await untried.text();
    expect(page).toContain('The code was not tried');
    const shown = formIn(page, '/sign-in/code');
    expect(leadsTo(await browser.post('/sign-in/code', shown))).toBe('303 /me');
  });

  it('gets no header that a proxy would refuse', async () => {
    const address = 'a'.repeat(60_000);
    const untried = await new Visitor(service()).post('/sign-in/code', { address });
    expect(untried.status).toBe(200);
    expect(JSON.stringify([...untried.headers]).length).toBeLessThan(4_000);
  });
});

describe('two tabs with the same card', () => {
  it('keep what either changed', async () => {
    const ann = await memberWithCard('ann');
    const form = formIn(await ann.page('/me/cards/ann'), '/me/cards/ann');
    await ann.post('/me/cards/ann', { ...form, about: 'one\r\ntwo' });
    const saved = await ann.post('/me/cards/ann', { ...form, x: 'https://x.com/ann' });
    expect(leadsTo(saved)).toBe('303 /me/cards/ann?saved');
    const shown = formIn(await ann.page('/me/cards/ann'), '/me/cards/ann');
    expect(shown).toMatchObject({ about: 'one\ntwo', x: 'https://x.com/ann' });
  });

  it('keep the name of one and the text of the other, in one about text', async () => {
    const gil = await memberWithCard('gil');
    await gil.post('/me/cards/gil', { line: 'Gil', about: 'Plays.\n\nSings.' });
    const form = formIn(await gil.page('/me/cards/gil'), '/me/cards/gil');
    expect(form).toMatchObject({ line: 'Gil', about: 'Plays.\n\nSings.' });
    await gil.post('/me/cards/gil', { ...form, line: 'Gil Roe, baker' });
    await gil.post('/me/cards/gil', { ...form, about: 'Sleeps.' });
    const api = trpcClient(service().origin, await signIn(service(), 'gil@example.com'));
    const { data } = await api.profiles.read.query({ username: 'gil' });
    expect(data.profile.about).toBe('Gil Roe, baker\nSleeps.');
  });

  it('overwrite nothing that they did not show, and say so', async () => {
    const bea = await memberWithCard('bea');
    const form = formIn(await bea.page('/me/cards/bea'), '/me/cards/bea');
    await bea.post('/me/cards/bea', { ...form, about: 'first', x: '@first' });
    const mine = { ...form, about: 'second' };
    const refused = await bea.post('/me/cards/bea', mine);
    expect(refused.status).toBe(409);
    const page = await refused.text();
    expect(page).toContain('This was changed meanwhile');
    const again = formIn(page, '/me/cards/bea');
    expect(again).toMatchObject({ about: 'second', x: 'https://x.com/first' });
    // Sending it again is a choice.
    expect(leadsTo(await bea.post('/me/cards/bea', again))).toBe(
      '303 /me/cards/bea?saved',
    );
  });

  it('may save the same twice', async () => {
    const cat = await memberWithCard('cat');
    const form = formIn(await cat.page('/me/cards/cat'), '/me/cards/cat');
    const typed = { ...form, about: 'same' };
    await cat.post('/me/cards/cat', typed);
    expect(leadsTo(await cat.post('/me/cards/cat', typed))).toBe(
      '303 /me/cards/cat?saved',
    );
  });

  it.each([
    ['/me/cards/dan', 'place', '48.2, 16', '49.3, 16'],
    ['/me/account', 'username', 'dan.one', 'dan.two'],
    ['/me/account', 'worldId', 'world one', 'world two'],
  ])('are told apart by the form at %s', async (action, field, one, two) => {
    const dan = await memberWithCard('dan');
    const form = formIn(await dan.page(action), action);
    expect((await dan.post(action, { ...form, [field]: one })).status).toBe(303);
    const refused = await dan.post(action, { ...form, [field]: two });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(two);
  });
});

it('an appeal answers the reason that its page showed', async () => {
  const boss = trpcClient(service().origin, await signIn(service(), 'boss@example.com'));
  const { hide, restore } = boss.moderation.profiles;
  const eve = await memberWithCard('eve');
  const path = '/me/cards/eve/appeal';
  await hide.mutate({ username: 'eve', reason: 'spam' });
  const form = formIn(await eve.page(path), path);
  await restore.mutate({ username: 'eve' });
  await hide.mutate({ username: 'eve', reason: 'harassment' });
  const refused = await eve.post(path, { ...form, text: 'It was no spam.' });
  expect(refused.status).toBe(409);
  const page = await refused.text();
  expect(page).toContain('It was no spam.');
  const again = formIn(page, path);
  // The name in the path may have letters that no header can hold.
  const wide = path.replace('eve', '%EF%BD%85ve');
  expect(leadsTo(await eve.post(wide, again))).toBe('303 /me/cards/%EF%BD%85ve?asked');
});

it('a form is kept although another tab has signed out', async () => {
  const fay = await memberWithCard('fay');
  const form = formIn(await fay.page('/me/cards/fay'), '/me/cards/fay');
  await fay.post('/sign-out', {});
  const lost = await fay.post('/me/cards/fay', { ...form, about: 'an hour of writing' });
  expect(await lost.text()).toContain('what you typed is here again');
  expect(leadsTo(await fay.post('/me/cards/fay/delete', { member: 'one' }))).toBe(
    '303 /sign-in?why=lost',
  );
});
