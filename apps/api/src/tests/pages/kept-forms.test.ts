import { statements } from '@namecard/db';
import { mailedCode, signIn } from '@namecard/testing';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';
import { formIn, hiddenOf, leadsTo, Visitor } from '../../testing/visitor.ts';

const service = useService({
  settings: { PUBLIC_PROFILES: 'true', IDENTITIES: 'worldId' },
});
const email = 'ann@example.com';
let ann: Visitor;

const typed = {
  line: 'Ann',
  about: 'an hour of writing & <more>',
  x: 'https://x.com/ann',
};

const stored = async () => {
  const api = trpcClient(service().origin, await signIn(service(), email));
  return (await api.profiles.read.query({ username: 'ann' })).data.profile;
};

/** Ends the session behind the browser's back. */
async function endSessions(): Promise<void> {
  const api = trpcClient(service().origin, await signIn(service(), email));
  await api.auth.revokeOtherSessions.mutate();
}

/** Signs in as this person on the pages, which keep the form. */
async function signInWith(page: string, as: string, visitor = ann): Promise<Response> {
  const onward = hiddenOf(page, 'onward');
  const asked = await visitor.post('/sign-in', { email: as, onward });
  const carried = hiddenOf(await asked.text(), 'onward');
  const code = await mailedCode(service(), as);
  return visitor.post('/sign-in/code', { address: as, code, onward: carried });
}

beforeAll(async () => {
  ann = await new Visitor(service()).signIn(email);
  await ann.post('/me', { username: 'ann', referral: '' });
});

describe('a form that is sent after its session has ended', () => {
  it('returns filled after the sign-in, and is not sent by itself', async () => {
    await endSessions();
    const lost = await ann.post('/me/cards/ann', typed);
    expect(lost.status).toBe(401);
    const page = await lost.text();
    expect(page).toContain('what you typed is here again');
    expect(ann.cookies.has('namecard')).toBe(false);

    const answer = await signInWith(page, email);
    const form = await answer.text();
    expect(answer.status).toBe(200);
    expect(form).toContain('Nothing has been sent yet.');
    expect(form).toContain('an hour of writing &amp; &lt;more&gt;</textarea>');
    expect(form).toContain('value="https://x.com/ann"');
    expect(form).toContain('action="/me/cards/ann"');
    expect(await stored()).toMatchObject({ about: null, socials: {} });

    expect(leadsTo(await ann.post('/me/cards/ann', typed))).toBe(
      '303 /me/cards/ann?saved',
    );
    expect(await stored()).toMatchObject({ about: `Ann\n${typed.about}` });
  });

  it('is shown again if the page of the code is sent twice', async () => {
    await endSessions();
    const page = await (await ann.post('/me/cards/ann', typed)).text();
    const onward = hiddenOf(page, 'onward');
    await ann.post('/sign-in', { email, onward });
    const code = { address: email, code: await mailedCode(service(), email), onward };
    await ann.post('/sign-in/code', code);
    const again = await ann.post('/sign-in/code', code);
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('an hour of writing &amp;');
  });

  it('stays beside the code if the code is wrong', async () => {
    await endSessions();
    const page = await (await ann.post('/me/cards/ann', typed)).text();
    const onward = hiddenOf(page, 'onward');
    await ann.post('/sign-in', { email, onward });
    const wrong = await ann.post('/sign-in/code', {
      address: email,
      code: '000000',
      onward,
    });
    expect(wrong.status).toBe(401);
    expect(hiddenOf(await wrong.text(), 'onward')).toBe(onward);
    await ann.signIn(email);
  });

  it('is dropped if somebody else signs in', async () => {
    await endSessions();
    const page = await (await ann.post('/me/cards/ann', typed)).text();
    const answer = await signInWith(page, 'bea@example.com');
    expect(leadsTo(answer)).toBe('303 /me');
    expect(await ann.page('/me')).not.toContain('an hour of writing');
    await ann.signIn(email);
  });

  it.each([
    ['/me', { username: 'another', referral: 'bob' }, 'value="another"'],
    ['/me/account', { username: 'typed.name' }, 'value="typed.name"'],
    ['/me/account', { worldId: 'my world' }, 'value="my world"'],
    ['/me/cards/ann', { place: '48.2, 16.4' }, 'value="48.2, 16.4"'],
  ])('is kept at %s', async (path, fields, shown) => {
    await endSessions();
    const page = await (await ann.post(path, fields)).text();
    expect(await (await signInWith(page, email)).text()).toContain(shown);
  });

  it.each([
    '/me/cards/ann/delete',
    '/me/account/erase',
    '/me/account/erase/confirm',
    '/me/account/sessions',
    '/me/account/sessions/one',
  ])('is never kept if it ends something: %s', async (path) => {
    await endSessions();
    expect(leadsTo(await ann.post(path, {}))).toBe('303 /sign-in?why=lost');
    await ann.signIn(email);
  });
});

it('a form whose page can’t be read now is sent again by a button', async () => {
  const bea = await new Visitor(service()).signIn('bea@example.com');
  await bea.post('/me', { username: 'bea' });
  const path = '/me/cards/bea';
  const form = { ...formIn(await bea.page(path), path), about: 'an hour\nof "writing"' };
  const database = statements(service().service.parts.orm.em.fork());
  await sql`alter table profiles rename to away`.execute(database);
  const failed = await bea.post(path, form);
  await sql`alter table away rename to profiles`.execute(database);
  expect(failed.status).toBe(500);
  const again = formIn(await failed.text(), path);
  expect(leadsTo(await bea.post(path, again))).toBe(`303 ${path}?saved`);
  expect(formIn(await bea.page(path), path)).toMatchObject({
    line: '',
    about: form.about,
  });
});

describe('a kept form', () => {
  it.each([
    { to: 'https://evil.example/' },
    { to: '//evil.example/me' },
    { to: '/me//evil.example' },
    { to: '/me/../admin/' },
    { to: '/me/..' },
    { to: '/me/%2e%2e/admin' },
    { to: '/me/cards/%' },
    { to: '/me\\@evil.example' },
    { to: '/admin/' },
    { to: 5 },
    'no object',
  ])('leads to no other place: %j', async (onward) => {
    await ann.post('/sign-in', { email });
    const code = await mailedCode(service(), email);
    const sent = { address: email, code, onward: JSON.stringify(onward) };
    const answer = await ann.post('/sign-in/code', sent);
    expect(leadsTo(answer)).toBe('303 /me');
  });

  it('leads to the cards if its own card is gone, and the sign-in works', async () => {
    await ann.post('/me', { username: 'gone', referral: '' });
    await endSessions();
    const page = await (await ann.post('/me/cards/gone', typed)).text();
    const api = trpcClient(service().origin, await signIn(service(), email));
    await api.profiles.remove.mutate({ username: 'gone' });
    expect(leadsTo(await signInWith(page, email))).toBe('303 /me');
    expect((await ann.get('/me')).status).toBe(200);
  });

  it('stays if the member uses another address', async () => {
    await endSessions();
    const page = await (await ann.post('/me/cards/ann', typed)).text();
    const onward = hiddenOf(page, 'onward');
    const other = await ann.post('/sign-in', { other: 'yes', onward });
    expect(hiddenOf(await other.text(), 'onward')).toBe(onward);
    await ann.signIn(email);
  });

  it('stays if the member uses another language, before and beside the code', async () => {
    await endSessions();
    const asking = await (await ann.post('/me/cards/ann', typed)).text();
    const onward = hiddenOf(asking, 'onward');
    const inLanguage = async (page: string, language: string) => {
      const form = formIn(page, '/language');
      const shown = await (await ann.post('/language', { ...form, language })).text();
      expect(shown).toContain(`<html lang="${language}"`);
      return shown;
    };
    const german = formIn(await inLanguage(asking, 'de'), '/sign-in');
    expect(german['onward']).toBe(onward);
    const code = await (await ann.post('/sign-in', { ...german, email })).text();
    const french = formIn(await inLanguage(code, 'fr'), '/sign-in/code');
    expect(french).toMatchObject({ address: email, onward });
    const sent = { ...french, code: await mailedCode(service(), email) };
    const back = await (await ann.post('/sign-in/code', sent)).text();
    expect(back).toContain('an hour of writing');
    await inLanguage(back, 'en');
  });

  it('changes no page without a form', async () => {
    await endSessions();
    const page = await (await ann.post('/me/cards/ann', typed)).text();
    const carried: { kept: unknown } = JSON.parse(hiddenOf(page, 'onward'));
    const onward = JSON.stringify({ to: '/me/account/erase', kept: carried.kept });
    await ann.post('/sign-in', { email, onward });
    const code = await mailedCode(service(), email);
    expect(
      leadsTo(await ann.post('/sign-in/code', { address: email, code, onward })),
    ).toBe('303 /me');
  });
});
