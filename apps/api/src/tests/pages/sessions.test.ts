import { fetchJson, mailedCode, refusal, signIn } from '@namecard/testing';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { startOn, useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';
import { formIn, hiddenOf, leadsTo, Visitor, withoutId } from '../../testing/visitor.ts';

const service = useService({ settings: { ADMIN_EMAILS: 'boss@example.com' } });
const visitor = () => new Visitor(service());
const rest = (path: string) => `${service().origin}/api/v1${path}`;

describe('signing in on the pages', () => {
  it('asks for an address, then its code, and leads to the cards', async () => {
    const ann = visitor();
    const asked = await ann.post('/sign-in', { email: 'Ann@example.com' });
    expect(leadsTo(asked)).toBe('303 /sign-in/code');
    expect(await ann.page('/sign-in/code')).toContain('Ann@example.com');
    const code = await mailedCode(service(), 'ann@example.com');
    const entered = await ann.post('/sign-in/code', { address: 'Ann@example.com', code });
    expect(leadsTo(entered)).toBe('303 /me');
    expect((await ann.get('/me')).status).toBe(200);
  });

  it('sets a cookie that scripts can’t read and forms of other sites don’t send', async () => {
    const bob = visitor();
    await bob.post('/sign-in', { email: 'bob@example.com' });
    const code = await mailedCode(service(), 'bob@example.com');
    const { headers } = await bob.post('/sign-in/code', {
      address: 'bob@example.com',
      code,
    });
    const set = headers.getSetCookie().find((one) => one.startsWith('namecard='));
    expect(set).toMatch(/^namecard=np_[\w-]{43};/);
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/'])
      expect(set).toContain(flag);
    expect(set).not.toContain('Secure');
  });

  it('keeps who signed in for as long as the session, from the last page', async () => {
    const pam = await visitor().signIn('pam@example.com');
    const { headers } = await pam.get('/me');
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^namecard-member=[\w-]{36}; Max-Age=2592000;/),
    ]);
    expect((await visitor().get('/')).headers.getSetCookie()).toEqual([]);
  });

  it('keeps the session, whose code is used up, even if the member can’t be read then', async () => {
    const late = visitor();
    const [email, database] = ['late@example.com', service().service.parts.orm.em.fork()];
    await late.post('/sign-in', { email });
    const code = await mailedCode(service(), email);
    // The session is over at the moment it begins.
    await sql`create function end_session() returns trigger language plpgsql as
      'begin new.ended_at := current_instant(); return new; end'`.execute(
      statements(database),
    );
    await sql`create trigger end_session before insert on sessions for each row execute function end_session()`.execute(
      statements(database),
    );
    const entered = await late.post('/sign-in/code', { address: email, code });
    await sql`drop trigger end_session on sessions`.execute(statements(database));
    expect(leadsTo(entered)).toBe('303 /me');
    expect(late.cookies.get('namecard')).toMatch(/^np_/);
  });

  it('says beside the field that a code is wrong, and keeps the text', async () => {
    const visit = visitor();
    await visit.post('/sign-in', { email: 'wrong@example.com' });
    const answer = await visit.post('/sign-in/code', {
      address: 'wrong@example.com',
      code: 'no code <b>',
    });
    const page = await answer.text();
    expect(answer.status).toBe(401);
    expect(page).toContain('id="code-wrong"');
    expect(page).toContain('Try the long code');
    expect(page).toContain('value="no code &lt;b&gt;"');
  });

  it('always begins a new session, and ends the one before', async () => {
    const eve = await visitor().signIn('eve@example.com');
    const first = eve.cookies.get('namecard') ?? '';
    await eve.signIn('eve@example.com');
    expect(eve.cookies.get('namecard')).not.toBe(first);
    const other = visitor();
    other.cookies.set('namecard', first);
    expect(leadsTo(await other.get('/me'))).toBe('303 /sign-in?why=lost');
  });

  it('signs out, here and everywhere that has the cookie', async () => {
    const gil = await visitor().signIn('gil@example.com');
    const copy = visitor();
    copy.cookies.set('namecard', gil.cookies.get('namecard') ?? '');
    expect(leadsTo(await gil.post('/sign-out', {}))).toBe('303 /?signedOut');
    expect(await gil.page('/?signedOut')).toContain(
      '<title>Signed out: Namecard</title>',
    );
    expect(gil.cookies.has('namecard')).toBe(false);
    // A form that is sent afterwards changes nothing, and says why.
    const form = { username: 'gil', referral: '' };
    const other = visitor();
    other.cookies.set('namecard', copy.cookies.get('namecard') ?? '');
    expect(leadsTo(await other.post('/me', form))).toBe('303 /sign-in?why=lost');
    expect(await other.page('/sign-in?why=lost')).toContain('no longer signed in');
    // Neither a cookie alone nor an ended session shows whose address it was.
    await gil.post('/sign-in', { email: 'gil@example.com' });
    for (const path of ['/sign-in', '/sign-in?why=lost', '/?signedOut']) {
      expect(await gil.page(path)).not.toContain('gil@example.com');
    }
    expect(leadsTo(await copy.get('/me'))).toBe('303 /sign-in?why=lost');
  });
});

describe('the two kinds of tokens', () => {
  it('are ignored in other places', async () => {
    const ann = await visitor().signIn('places@example.com');
    const cookie = `namecard=${ann.cookies.get('namecard')}`;
    const byCookie = await fetchJson(rest('/users/me'), { headers: { cookie } });
    expect(refusal(byCookie)).toBe('401 TOKEN_INVALID');
    const token = await signIn(service(), 'header@example.com');
    const byHeader = await fetch(`${service().origin}/me`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: 'manual',
    });
    expect(leadsTo(byHeader)).toBe('303 /sign-in');
  });
});

it('signing out forgets a session that has ended, or can’t be ended now', async () => {
  const here = await visitor().signIn('out@example.com');
  const token = await signIn(service(), 'out@example.com');
  await trpcClient(service().origin, token).auth.revokeOtherSessions.mutate();
  expect(leadsTo(await here.post('/sign-out', {}))).toBe('303 /?signedOut');
  expect([...here.cookies.keys()]).toEqual([]);
  const there = await visitor().signIn('out@example.com');
  const page = await there.page('/me/account');
  expect(page).toContain('An unknown device');
  const form = formIn(page, '/sign-out');
  const database = statements(service().service.parts.orm.em.fork());
  await sql`alter table sessions rename to away`.execute(database);
  const answer = await there.post('/sign-out', form);
  await sql`alter table away rename to sessions`.execute(database);
  expect(leadsTo(answer)).toBe('303 /?signedOut');
  expect([...there.cookies.keys()]).toEqual([]);
});

describe('a sign-in of more than an hour ago', () => {
  it('can’t delete a card, and leads to a new sign-in', async () => {
    const mia = await visitor().signIn('mia@example.com');
    await mia.post('/me', { username: 'mia', referral: '' });
    await statements(service().service.parts.orm.em.fork())
      .updateTable('sessions')
      .set({ createdAt: sql`created_at - interval '2 hours'` })
      .execute();
    const answer = await mia.post('/me/cards/mia/delete', {});
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(page).toContain('a sign-in from the last hour');
    const email = 'mia@example.com';
    const code = { email, onward: hiddenOf(page, 'onward') };
    expect((await mia.post('/sign-in', code)).status).toBe(200);
    const signedIn = await mia.post('/sign-in/code', {
      ...code,
      address: email,
      code: await mailedCode(service(), email),
    });
    expect(leadsTo(signedIn)).toBe('303 /me/cards/mia/delete');
    expect(leadsTo(await mia.post('/me/cards/mia/delete', {}))).toBe('303 /me?deleted');
  });
});

describe('if profiles are not public', () => {
  it('a report needs no account and reads no card, and cards can’t be looked up', async () => {
    const [ann, stranger] = [await visitor().signIn('reported@example.com'), visitor()];
    await ann.post('/me', { username: 'reported', referral: '' });
    expect(await stranger.page('/')).toContain('<a href="/report">Report a card</a>');
    expect(await stranger.page('/report')).toContain('name="username" value=""');
    const shown = await Promise.all(
      ['reported', 'no.one'].map((name) => stranger.page(`/report/${name}`)),
    );
    const [first, second] = shown.map((page) => withoutId(page));
    expect(first?.replaceAll('reported"', 'no.one"')).toBe(second);
    expect(second).toContain('name="username" value="no.one"');
    for (const username of ['reported', 'no.one']) {
      const report = { username, reason: 'spam', text: '' };
      expect(leadsTo(await stranger.post('/report', report))).toBe('303 /reported');
      expect(leadsTo(await stranger.post(`/report/${username}`, report))).toBe(
        '303 /reported',
      );
    }
    expect(await stranger.page('/reported')).toContain('A person looks at each card');
    const unnamed = await stranger.post('/report', { username: '', reason: 'spam' });
    expect([unnamed.status, await unnamed.text()]).toEqual([
      400,
      expect.stringContaining('id="username-wrong"'),
    ]);
    const none = await ann.post('/report', { username: 'no.one', reason: 'spam' });
    expect(none.status).toBe(404);
    expect((await stranger.get('/look-up?name=ann')).status).toBe(404);
    expect(await stranger.page('/')).not.toContain('/look-up');
  });
});

describe('the page of a card if profiles are not public', () => {
  it('says that only members see it, and has no public address', async () => {
    const ann = await visitor().signIn('members-only@example.com');
    const path = '/me/cards/members-only';
    await ann.post('/me', { username: 'members-only', referral: '' });
    expect(await ann.page('/me')).toContain(
      'Who can see this card: Only signed-in members',
    );
    // An empty card has nothing to share.
    expect(await ann.page(path)).not.toContain('contact.vcf');
    await ann.post(path, { line: 'Ann' });
    const page = await ann.page(path);
    expect(page).toContain('Only members can see this.');
    expect(page).toContain('contact.vcf');
    expect(page).not.toContain('/@members-only');
  });
});

describe('the page that asks for the code', () => {
  it('says where the mail is if none is sent, but not the secret address', async () => {
    const here = visitor();
    await here.post('/sign-in', { email: 'dev@example.com' });
    const page = await here.page('/sign-in/code');
    expect(page).toContain('The address of its test mailbox');
    expect(page).toContain('<code>DATA_DIR/mailbox-url</code>');
    expect(page).not.toContain('/dev/mailbox');
  });

  it('says nothing of a mailbox in production', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: {
        NODE_ENV: 'production',
        POSTMARK_SERVER_TOKEN: 'a-token',
        POSTMARK_API_URL: 'http://127.0.0.1:9',
        EMAIL_FROM: 'hello@example.com',
      },
    });
    const here = new Visitor({ origin: instance.address, mailbox: undefined });
    here.cookies.set('namecard-address', 'prod%40example.com');
    const page = await here.page('/sign-in/code');
    expect(page).toContain('prod@example.com');
    expect(page).not.toMatch(/mailbox/i);
    await instance.close();
  });
});

describe('if sign-ups are closed', () => {
  it('the page says so beside the code, in the same way to everybody', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: { SIGN_UPS: 'closed' },
    });
    const here = new Visitor({ origin: instance.address, mailbox: undefined });
    await here.post('/sign-in', { email: 'stranger@example.com' });
    expect(await here.page('/sign-in/code')).toContain('Others get no mail');
    await instance.close();
  });
});

describe('too many tries', () => {
  it('are refused with an explanation and the seconds to wait', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: { LIMIT_VERIFY_PER_IP: '1' },
    });
    const here = new Visitor({ origin: instance.address, mailbox: undefined });
    here.cookies.set('namecard-address', 'many%40example.com');
    const wrong = { address: 'many@example.com', code: '000000' };
    await here.post('/sign-in/code', wrong);
    const answer = await here.post('/sign-in/code', wrong);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const page = await answer.text();
    expect(page).toContain('Too many tries. Try again in');
    expect(page).not.toContain('Try the long code');
    await instance.close();
  });
});

describe('over HTTPS', () => {
  it('the cookie is only for this host, and no other name is read', async () => {
    const instance = await startOn(service().databaseUrl, {
      settings: { PUBLIC_URL: 'https://cards.example.com' },
    });
    const here = { origin: instance.address, mailbox: service().mailbox };
    const kim = await new Visitor(here).signIn('kim@example.com');
    const name = '__Host-namecard';
    const value = kim.cookies.get(name) ?? '';
    expect(value).toMatch(/^np_/);
    const sent = await kim.post('/sign-in', { email: 'kim@example.com' });
    expect(sent.headers.getSetCookie()[0]).toMatch(/^__Host-.*; Secure/);
    expect((await kim.get('/me')).status).toBe(200);
    kim.cookies.clear();
    kim.cookies.set('namecard', value);
    expect(leadsTo(await kim.get('/me'))).toBe('303 /sign-in');
    await instance.close();
  });
});
