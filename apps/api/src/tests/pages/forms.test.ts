import {
  confirmationCode,
  fetchJson,
  mailedCode,
  refusal,
  signIn,
} from '@namecard/testing';
import { statements } from '@namecard/db';
import { textsIn } from '@namecard/pages';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startOn, useService } from '../../testing/start-service.ts';
import { trpcClient } from '../../testing/trpc-client.ts';
import { formIn, hiddenOf, leadsTo, Visitor, withoutId } from '../../testing/visitor.ts';

const service = useService({
  settings: {
    PUBLIC_PROFILES: 'true',
    ADMIN_EMAILS: 'boss@example.com',
    IDENTITIES: 'worldId',
    SOCIALS: 'x,telegram,website,discord,github',
  },
});
let ann: Visitor;

beforeAll(async () => {
  ann = await new Visitor(service()).signIn('ann@example.com');
  await ann.post('/me', { username: 'ann', referral: '' });
});

const aboutOf = async (username: string) => {
  const { body } = await fetchJson(`${service().origin}/api/v1/profiles/${username}`);
  return body;
};

/** Headers of forged forms about their origin. */
const forged: [string, Record<string, string>][] = [
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbour of ours', { 'sec-fetch-site': 'same-site' }],
  ['no page at all', { 'sec-fetch-site': 'none' }],
  [
    'another site that names our origin',
    { 'sec-fetch-site': 'cross-site', origin: 'SELF' },
  ],
  ['a frame without an origin', { origin: 'null' }],
  ['another origin', { origin: 'https://evil.example' }],
  ['our host under another scheme', { origin: 'https://127.0.0.1' }],
  ['nobody who says so', {}],
];

/** Paths of forms, and fields as a member would have typed them. */
const forms: [string, Record<string, string>][] = [
  ['/sign-in', { email: 'typed@example.com' }],
  ['/sign-in/code', { address: 'eve@example.com', code: 'typed' }],
  ['/sign-in/appeal', { text: 'typed', email: 'a@example.com', ticket: 'one' }],
  ['/me', { username: 'typed', referral: '' }],
  ['/me/draft/no', {}],
  ['/me/cards/ann/appeal', { text: 'typed' }],
  ['/me/cards/ann', { about: 'typed' }],
  ['/me/cards/ann/delete', {}],
  ['/me/account', { username: 'typed' }],
  ['/me/account/sessions', {}],
  ['/me/account/sessions/one', {}],
  ['/sign-out', {}],
  ['/language', { language: 'de' }],
  ['/report/ann', { reason: 'spam', text: 'typed' }],
];

describe('a form', () => {
  it.each(forged)('is refused from %s, on every path', async (_, headers) => {
    const origin = service().origin;
    const sent = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        value.replace('SELF', origin),
      ]),
    );
    for (const [path, fields] of forms) {
      const answer = await ann.post(path, fields, sent);
      expect([path, answer.status]).toEqual([path, 403]);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await aboutOf('ann')).toMatchObject({ data: { profile: { about: null } } });
    expect(refusal(await fetchJson(`${service().origin}/api/v1/profiles/typed`))).toBe(
      '404 PROFILE_NOT_FOUND',
    );
    expect((await ann.get('/me')).status).toBe(200);
  });

  it('that is refused is shown again with its text', async () => {
    const about = 'half a page </textarea><script>alert(1)</script>';
    const page = await (
      await ann.post('/me/cards/ann', { about }, { origin: 'null' })
    ).text();
    expect(page).toContain('half a page &lt;/textarea&gt;&lt;script&gt;');
    expect(page).toContain('role="alert"');
  });

  it.each(['cross-site', 'same-site'])(
    'that another site filled in (%s) is shown empty',
    async (site) => {
      const other = { 'sec-fetch-site': site };
      await ann.post('/me/cards/ann', { about: 'my own words' });
      const card = await ann.post('/me/cards/ann', { about: 'not my words' }, other);
      const shown = await card.text();
      expect(shown).not.toContain('not my words');
      expect(shown).toContain('my own words</textarea>');
      await ann.post('/me/cards/ann', { about: '' });
      const onward = '{"to":"/me/account/erase"}';
      const asked = { email: 'eve@example.com', onward };
      const asking = await (await ann.post('/sign-in', asked, other)).text();
      expect(asking).not.toMatch(/eve@example|onward/);
      const appeal = { email: 'eve@example.com', ticket: 'one', text: 'pay here' };
      const suspended = await (await ann.post('/sign-in/appeal', appeal, other)).text();
      expect(suspended).not.toMatch(/suspended|pay here/);
    },
  );

  it('asks for the invite link of Discord, where a name leads nowhere', async () => {
    const page = await (await ann.post('/me/cards/ann', { discord: 'ann' })).text();
    expect(page).toContain('id="discord-wrong">Give your invite link');
  });

  it('shows a link of a kind that is not offered any more until it is removed', async () => {
    const settings = { SOCIALS: 'signal' };
    const before = await startOn(service().databaseUrl, { settings });
    const { profiles } = trpcClient(
      before.address,
      await signIn(service(), 'ann@example.com'),
    );
    const signal = 'https://signal.me/#eu/abc';
    await profiles.updateSocials.mutate({ username: 'ann', socials: { signal } });
    await before.close();
    const form = await ann.page('/me/cards/ann');
    expect(form).toContain('Links of this kind are no longer offered');
    expect(form).not.toContain('name="matrix"');
    for (const shown of [form, await ann.page('/me')]) {
      expect(shown).not.toContain('>signal.me');
    }
    const sent = { shown: hiddenOf(form, 'shown'), signal, github: '@ann' };
    expect(leadsTo(await ann.post('/me/cards/ann', sent))).toBe(
      '303 /me/cards/ann?saved',
    );
    expect(await aboutOf('ann')).toMatchObject({
      data: { profile: { socials: { github: 'https://github.com/ann' } } },
    });
    await ann.post('/me/cards/ann', { signal: '', github: '' });
    expect(await ann.page('/me/cards/ann')).not.toContain('no longer offered');
  });

  it('that was shown to another member does nothing', async () => {
    const shared = await new Visitor(service()).signIn('first@example.com');
    const member = hiddenOf(await shared.page('/me/account/erase'), 'member');
    await shared.signIn('second@example.com');
    const ofCard = await shared.post('/me/cards/ann', { member, about: 'typed' });
    expect(ofCard.status).toBe(409);
    expect(await ofCard.text()).toContain('now signed in as somebody else');
    // A page of the first member that arrives late writes its cookie again.
    shared.cookies.set('namecard-member', member);
    const answer = await shared.post('/me/account/erase', { member });
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain('now signed in as somebody else');
    expect(page).toContain('the account of second@example.com');
    expect((await shared.get('/me')).status).toBe(200);
    const own = { member: hiddenOf(page, 'member') };
    expect(leadsTo(await shared.post('/me/account/erase', own))).toBe(
      '303 /me/account/erase/confirm',
    );
  });

  it('that was shown to another member shows the stored data of this one', async () => {
    const shared = await new Visitor(service()).signIn('third@example.com');
    const member = hiddenOf(await shared.page('/me/account'), 'member');
    await shared.signIn('fourth@example.com');
    await shared.post('/me/account', { worldId: 'the fourth' });
    const sent = { member, worldId: 'the third' };
    const answer = await shared.post('/me/account', sent);
    expect(answer.status).toBe(409);
    const page = await answer.text();
    expect(page).toContain('value="the fourth"');
    expect(page).not.toContain('the third');
  });

  it('that is too long is answered on a page', async () => {
    const about = 'я'.repeat(11_000);
    const answer = await ann.post('/me/cards/ann', { about });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain('That was too long');
  });

  it('that lacks a field changes only the others', async () => {
    await ann.post('/me/cards/ann', { about: 'stays', x: 'https://x.com/ann' });
    await ann.post('/me/cards/ann', { telegram: 'https://t.me/ann' });
    expect(await aboutOf('ann')).toMatchObject({
      data: {
        profile: {
          about: '\nstays',
          socials: { x: 'https://x.com/ann', telegram: 'https://t.me/ann' },
        },
      },
    });
    await ann.post('/me/cards/ann', { about: '', x: '', telegram: '' });
  });

  it.each([
    ['/language', '/'],
    ['/me/account/sessions', '/me/account'],
    ['/me/account/sessions/one', '/me/account'],
    ['/sign-in/appeal', '/sign-in'],
    ['/sign-out', '/'],
  ])('whose URL %s is opened leads to its page', async (path, to) => {
    expect(leadsTo(await ann.get(path))).toBe(`303 ${to}`);
  });

  it('is the only accepted type on pages', async () => {
    const answer = await fetchJson(`${service().origin}/sign-in`, {
      json: { email: 'a@example.com' },
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(refusal(answer)).toBe('415 UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('every page', () => {
  it.each(['/', '/sign-in', '/me', '/me/account', '/me/cards/ann', '/report/ann'])(
    'runs no script, is never stored and can’t be framed: %s',
    async (path) => {
      const { status, headers } = await ann.get(path);
      expect(status).toBe(200);
      const policy = headers.get('content-security-policy');
      for (const one of [
        "default-src 'none'",
        "script-src 'none'",
        "frame-ancestors 'none'",
      ]) {
        expect(policy).toContain(one);
      }
      for (const one of ["form-action 'self'", "base-uri 'none'", "style-src 'sha256-"]) {
        expect(policy).toContain(one);
      }
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('private, no-store');
    },
  );
});

describe('a card', () => {
  it('is created, changed, placed and deleted, each once even if the form is sent twice', async () => {
    const bea = await new Visitor(service()).signIn('bea@example.com');
    const create = { username: ' @bea', referral: '' };
    expect(leadsTo(await bea.post('/me', create))).toBe('303 /me/cards/bea');
    expect(leadsTo(await bea.post('/me', create))).toBe('303 /me/cards/bea');
    // As copied from a text: a comma, and a minus sign instead of a hyphen.
    const place = '48,2 −16.4';
    const website = 'https://bea.example/a';
    const contents = { line: 'Bea, baker', about: 'one\r\ntwo', place, website };
    expect(leadsTo(await bea.post('/me/cards/bea', contents))).toBe(
      '303 /me/cards/bea?saved',
    );
    expect(await aboutOf('bea')).toMatchObject({
      data: {
        profile: {
          about: 'Bea, baker\none\ntwo',
          location: { latitude: 48.2, longitude: -16.4 },
        },
      },
    });
    expect(leadsTo(await bea.post('/me/cards/bea/delete', {}))).toBe('303 /me?deleted');
    expect(leadsTo(await bea.post('/me/cards/bea/delete', {}))).toBe('303 /me?deleted');
    expect((await bea.get('/me/cards/bea')).status).toBe(404);
  });

  it('says beside the field what is wrong with a link and with a place', async () => {
    const link = await ann.post('/me/cards/ann', { about: 'kept', x: 'no link' });
    const page = await link.text();
    expect(link.status).toBe(400);
    expect(page).toContain(
      'id="x-wrong">Write @ann, for example, or your address there.',
    );
    expect(page).toContain('value="no link"');
    expect(page).toContain('kept</textarea>');
    const wrong = { about: 'я'.repeat(2001), place: '91, 16', x: 'no link' };
    const place = await ann.post('/me/cards/ann', wrong);
    expect(place.status).toBe(400);
    expect(await place.text()).toMatch(
      /autofocus>[^]*id="about-wrong"[^]*id="place-wrong"[^]*id="x-wrong"/,
    );
    expect(await aboutOf('ann')).toMatchObject({ data: { profile: { about: null } } });
  });

  it('is found in any case of its name, and its links use its own spelling', async () => {
    const gus = await new Visitor(service()).signIn('gus@example.com');
    await gus.post('/me', { username: 'Gus', referral: '' });
    expect((await gus.get('/me/cards/gUS')).status).toBe(200);
    const saved = await gus.post('/me/cards/gus', { about: 'Hello' });
    expect(leadsTo(saved)).toBe('303 /me/cards/Gus?saved');
  });

  it('of somebody else is not found', async () => {
    const dan = await new Visitor(service()).signIn('dan@example.com');
    expect((await dan.get('/me/cards/ann')).status).toBe(404);
    expect((await dan.post('/me/cards/ann', { about: 'mine now' })).status).toBe(404);
    expect(await dan.page('/me')).not.toContain('ann');
  });

  it('that is hidden says why, and its owner can appeal once', async () => {
    const boss = trpcClient(
      service().origin,
      await signIn(service(), 'boss@example.com'),
    );
    const fay = await new Visitor(service()).signIn('fay@example.com');
    await fay.post('/me', { username: 'fay', referral: '' });
    await fay.post('/me/cards/fay', { readers: 'members' });
    const hide = { username: 'fay', reason: 'spam', note: 'Too many links.' } as const;
    await boss.moderation.profiles.hide.mutate(hide);
    const page = await fay.page('/me');
    expect(page).toContain('<h3>This card is hidden from others</h3>');
    expect(page).toContain('Too many links.');
    expect(page).toContain('Reason: Advertising or spam.');
    const path = '/me/cards/fay/appeal';
    for (const one of [page, await fay.page('/me/cards/fay')]) {
      expect(one).toContain(`href="${path}">Ask for another look</a>`);
      expect(one).toContain('Too many links.');
      expect(one).not.toMatch(/can see this(\.| card:)/);
    }
    expect(await fay.page(path)).toMatch(
      /Too many links\.[^]*Why should we look again\?/,
    );
    const appeal = { text: 'Only one was left.' };
    expect(leadsTo(await fay.post(path, appeal))).toBe('303 /me/cards/fay?asked');
    expect((await fay.post(path, { text: 'Once more.' })).status).toBe(409);
    for (const shown of ['/me', '/me/cards/fay?asked', path]) {
      const waiting = await fay.page(shown);
      expect(waiting).toContain('Only one was left.');
      expect(waiting).toContain('A moderator has not answered yet.');
      expect(waiting).not.toMatch(/(?:action|href)="\/me\/cards\/fay\/appeal"/);
      expect(waiting).not.toContain('Ask for another look');
    }
  });

  it('says that no reason is given if a hidden one has none', async () => {
    const ida = await new Visitor(service()).signIn('ida@example.com');
    await ida.post('/me', { username: 'ida', referral: '' });
    await sql`update profiles set hidden = true where username = 'ida'`.execute(
      statements(service().service.parts.orm.em.fork()),
    );
    const page = await ida.page('/me');
    expect(page).toContain('This card is hidden');
    expect(page).toContain('No reason is given.');
  });
});

describe('an account that is suspended', () => {
  it('reads the reason, and can appeal at once', async () => {
    const boss = trpcClient(
      service().origin,
      await signIn(service(), 'boss@example.com'),
    );
    const email = 'sam@example.com';
    const sam = await new Visitor(service()).signIn(email);
    const api = trpcClient(service().origin, await signIn(service(), email));
    const { id } = (await api.users.me.query()).data.user;
    await boss.moderation.users.suspend.mutate({ id, reason: 'spam', note: 'Stop it.' });
    expect(leadsTo(await sam.get('/me'))).toBe('303 /sign-in?why=lost');
    await sam.post('/sign-in', { email });
    const refused = await sam.post('/sign-in/code', {
      address: email,
      code: await mailedCode(service(), email),
    });
    const page = await refused.text();
    expect(refused.status).toBe(403);
    expect(page).toContain('Stop it.');
    expect(sam.cookies.has('namecard')).toBe(false);
    const [, ticket = ''] = /name="ticket" value="([^"]+)"/.exec(page) ?? [];
    const told = hiddenOf(page, 'told');
    const file = await sam.post('/sign-in/data', { email, ticket, told });
    expect(file.headers.get('content-disposition')).toContain('my-data.json');
    expect(await file.text()).toContain('"email": "sam@example.com"');
    const twice = await sam.post('/sign-in/data', { email, ticket, told });
    expect([twice.status, await twice.text()]).toEqual([
      401,
      expect.stringMatching(/This works once[^]*Copy your text[^]*Stop it\./),
    ]);
    const empty = await sam.post('/sign-in/appeal', { email, ticket, told, text: '' });
    expect(empty.status).toBe(400);
    const again = await empty.text();
    expect(again).toContain(`name="ticket" value="${ticket}"`);
    expect(again).toContain('Stop it.');
    expect(again).toContain('Advertising or spam');
    const bare = { email, ticket, told: told.replace('"spam"', 'null'), text: '' };
    expect(await (await sam.post('/sign-in/appeal', bare)).text()).toContain(
      '<div class="said bad"><p>It lasts until we undo it.</p>',
    );
    const odd = { ...bare, told: told.replace('"until":null', '"until":"soon"') };
    expect((await sam.post('/sign-in/appeal', odd)).status).toBe(400);
    const appeal = { email, ticket, text: 'It was a joke.' };
    expect(leadsTo(await sam.post('/sign-in/appeal', appeal))).toBe(
      '303 /sign-in/appealed',
    );
    expect(leadsTo(await sam.post('/sign-in/appeal', appeal))).toBe(
      '303 /sign-in/appealed',
    );
    const other = { ...appeal, text: 'Once more' };
    expect((await sam.post('/sign-in/appeal', other)).status).toBe(409);
    await sam.post('/sign-in', { email });
    const asked = await sam.post('/sign-in/code', {
      address: email,
      code: await mailedCode(service(), email),
    });
    const waiting = await asked.text();
    expect(waiting).toContain('It was a joke.');
    expect(waiting).not.toContain('action="/sign-in/appeal"');
  });

  it('reads it in another language, with what it had typed, and can appeal there', async () => {
    const boss = trpcClient(
      service().origin,
      await signIn(service(), 'boss@example.com'),
    );
    const email = 'svenja@example.com';
    const svenja = await new Visitor(service()).signIn(email);
    const api = trpcClient(service().origin, await signIn(service(), email));
    const { id } = (await api.users.me.query()).data.user;
    await boss.moderation.users.suspend.mutate({ id, reason: 'spam', note: 'Stop it.' });
    await svenja.post('/sign-in', { email });
    const code = await mailedCode(service(), email);
    const said = 'Das hier hattest du eingegeben.';
    const inLanguage = async (page: string, language: 'de' | 'fr') => {
      const form = formIn(page, '/language');
      const shown = await (await svenja.post('/language', { ...form, language })).text();
      expect(shown).toContain(`<html lang="${language}"`);
      expect(shown).toContain(textsIn(language).suspended.title);
      return shown;
    };
    const refused = await svenja.post('/sign-in/code', { address: email, code });
    const german = await inLanguage(await refused.text(), 'de');
    expect(german).toContain('Stop it.');
    expect(german).not.toContain(said);
    const path = '/sign-in/appeal';
    const text = 'x'.repeat(2_001);
    const long = await svenja.post(path, { ...formIn(german, path), text });
    const again = await inLanguage(await inLanguage(await long.text(), 'fr'), 'de');
    expect(again).toContain(said);
    expect(again).toContain(text);
    const answer = await svenja.post(path, { ...formIn(again, path), text: 'Kurz.' });
    expect(leadsTo(answer)).toBe('303 /sign-in/appealed');
    // The account goes, and the ban stays. Then there is no ticket.
    const { erase } = boss.moderation.users;
    const gone = { id, reason: 'spam' } as const;
    await expect(erase.mutate(gone)).rejects.toThrow('takes a code');
    await expect.poll(() => confirmationCode(service())).not.toBe('');
    await erase.mutate({ ...gone, code: await confirmationCode(service()) });
    await svenja.post('/sign-in', { email });
    const last = { address: email, code: await mailedCode(service(), email) };
    const banned = await (await svenja.post('/sign-in/code', last)).text();
    expect(formIn(banned, path)).toEqual({});
    await inLanguage(await inLanguage(banned, 'fr'), 'de');
  });

  it('reads that its appeal was turned down, and why', async () => {
    const boss = trpcClient(
      service().origin,
      await signIn(service(), 'boss@example.com'),
    );
    const { moderation } = boss;
    const email = 'turned-down@example.com';
    const sam = await new Visitor(service()).signIn(email);
    const { users } = (await moderation.users.search.query({ text: email })).data;
    const id = users[0]?.id ?? '';
    await moderation.users.suspend.mutate({ id, reason: 'spam', note: 'Stop it.' });
    const refused = async () => {
      await sam.post('/sign-in', { email });
      const code = await mailedCode(service(), email);
      return (await sam.post('/sign-in/code', { address: email, code })).text();
    };
    const ticket = hiddenOf(await refused(), 'ticket');
    await sam.post('/sign-in/appeal', { email, ticket, text: 'It was a joke.' });
    const { items } = (await moderation.desk.next.mutate({ lane: 'appealed' })).data;
    const item = items.find(({ user }) => user.email === email)?.id ?? '';
    const closing = { id: item, revision: 0, decision: 'uphold' } as const;
    await moderation.desk.close.mutate({ ...closing, note: 'It stands.' });
    const page = await refused();
    expect(page).toMatch(
      /You asked for another look on [^]*Answered on [^<]*: turned down\./,
    );
    for (const word of ['Stop it.', 'It was a joke.', 'It stands.'])
      expect(page).toContain(word);
    expect(page).not.toContain('action="/sign-in/appeal"');
  });
});

describe('a report', () => {
  it('needs no account if profiles are public, and shows nothing that the owner wrote', async () => {
    await ann.post('/me/cards/ann', { about: 'the owner’s words' });
    const stranger = new Visitor(service());
    const page = await stranger.page('/report/ann');
    expect(page).toContain('Report ann');
    expect(page).not.toContain('the owner’s words');
    const none = await stranger.post('/report/ann', { text: 'kept' });
    expect(none.status).toBe(400);
    expect(await none.text()).toMatch(/id="reason-wrong"[^]*id="reason-danger"/);
    const sent = await stranger.post('/report/ann', { reason: 'spam', text: '' });
    expect(leadsTo(sent)).toBe('303 /reported');
  });

  it('takes a name and an address from people without an account alone', async () => {
    const stranger = new Visitor(service());
    const page = await stranger.page('/report/ann');
    expect(page).toMatch(/name="name"[^]*name="email"[^]*in good faith/);
    const long = { reason: 'spam', name: 'Q'.repeat(101) };
    expect(await (await stranger.post('/report/ann', long)).text()).toContain(
      'id="name-wrong">At most 100 characters in one line.',
    );
    const typed = { reason: 'spam', name: 'Quentin', email: 'no address' };
    const refused = await stranger.post('/report/ann', typed);
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringMatching(/value="Quentin"[^]*id="email-wrong"/),
    ]);
    const own = await ann.page('/report/ann');
    expect(own).toContain('in good faith');
    expect(own).not.toContain('name="email"');
  });

  it('of a member is under My account, with what became of it', async () => {
    const eve = await new Visitor(service()).signIn('reporter@example.com');
    expect(await eve.page('/me/account')).not.toContain('id="reports"');
    await eve.post('/report/ann', { reason: 'spam', text: '' });
    expect(await eve.page('/me/account')).toMatch(
      /id="reports"[^]*<bdi>ann<\/bdi> · [^]*A person looks at it\./,
    );
  });

  it('of a members’ card and of none look the same without an account', async () => {
    const eve = await new Visitor(service()).signIn('eve@example.com');
    await eve.post('/me', { username: 'eve', referral: '' });
    await eve.post('/me/cards/eve', { readers: 'members' });
    const stranger = new Visitor(service());
    const [members, none] = await Promise.all(
      ['eve', 'all'].map((name) => stranger.page(`/report/${name}`)),
    );
    expect(members).toContain('name="username" value="eve"');
    expect(withoutId(members).replaceAll('eve"', 'all"')).toBe(withoutId(none));
    for (const username of ['eve', 'all']) {
      const sent = await stranger.post('/report', { username, reason: 'spam', text: '' });
      expect(leadsTo(sent)).toBe('303 /reported');
    }
    expect(await stranger.page('/reported')).toContain('A person looks at each card');
  });

  it('of an impossible name shows no text of the link', async () => {
    const answer = await new Visitor(service()).get('/report/call%20555-1234');
    expect(leadsTo(answer)).toBe('303 /report');
  });
});

describe('looking up', () => {
  it.each([
    ['ann', '/@ann'],
    ['@ann', '/@ann'],
    ['//evil.example', '/@%2F%2Fevil.example'],
    ['', '/'],
  ])('stays within the service: %j', async (name, to) => {
    const query = new URLSearchParams({ name });
    const answer = await ann.get(`/look-up?${query.toString()}`);
    expect(leadsTo(answer)).toBe(`303 ${to}`);
  });
});

it('a card that was prepared is offered by its name alone, fills in the form, and goes with a no', async () => {
  const [email, other] = ['drafted@example.com', 'not-me@example.com'];
  const draft = {
    username: 'drafted',
    name: 'Dora Draft',
    about: 'Prepared text',
    website: 'https://dora.example',
  };
  for (const address of [email, other]) {
    await sql`
      insert into invitations (email_key, email, event_id, draft)
      values (${address}, ${address}, gen_random_uuid(), ${JSON.stringify(draft)}::jsonb)
    `.execute(statements(service().service.parts.orm.em.fork()));
  }
  const dora = await new Visitor(service()).signIn(email);
  const first = await dora.page('/me');
  expect(first).toContain('Are you Dora Draft?');
  expect(first).not.toContain('Prepared text');
  expect(first).toMatch(/value="drafted"[^]*>Yes, that is me<\/button>/);
  await dora.post('/me', { username: 'drafted', referral: '' });
  const form = await dora.page('/me/cards/drafted');
  expect(form).toContain('Prepared for you');
  for (const text of ['Dora Draft', 'Prepared text', 'https://dora.example']) {
    expect(form).toContain(text);
  }
  const fields = {
    line: 'Dora Draft',
    about: 'Prepared text',
    shown: hiddenOf(form, 'shown'),
  };
  await dora.post('/me/cards/drafted', fields);
  expect(await dora.page('/me/cards/drafted')).not.toContain('Prepared for you');
  expect(await aboutOf('drafted')).toMatchObject({
    data: { profile: { about: 'Dora Draft\nPrepared text' } },
  });
  const eve = await new Visitor(service()).signIn(other);
  expect(leadsTo(await eve.post('/me/draft/no', {}))).toBe('303 /me?deleted');
  expect(await eve.page('/me')).not.toContain('Dora Draft');
});
