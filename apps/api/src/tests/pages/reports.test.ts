import { statements } from '@namecard/db';
import { mailedCode } from '@namecard/testing';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { formIn, hiddenOf, leadsTo, Visitor } from '../../testing/visitor.ts';

const service = useService({
  settings: {
    PUBLIC_PROFILES: 'true',
    TRUST_PROXY: '127.0.0.1',
    CONTACT_URL: 'mailto:help@example.com',
  },
});

const from = (ip: string, language = 'en') =>
  new Visitor(service(), { 'x-forwarded-for': ip, 'accept-language': language });

const send = (visitor: Visitor, text = 'kept') =>
  visitor.post('/report/ann', { reason: 'spam', text });

beforeAll(async () => {
  const ann = await new Visitor(service()).signIn('ann@example.com');
  await ann.post('/me', { username: 'ann', referral: '' });
  for (let sent = 0; sent < 30; sent += 1) {
    const answer = await send(from(`20.1.1.${sent % 3}`), `report ${sent}`);
    if (leadsTo(answer) !== '303 /reported') throw new Error(await answer.text());
  }
});

it.each([
  ['of the sender’s own address', 'en', '20.1.1.1', 'Too many tries. Try again in '],
  ['in German', 'de', '20.1.1.9', 'Andere haben heute zu viele Meldungen'],
  ['in French', 'fr', '20.1.1.9', 'D’autres personnes ont envoyé trop de signalements'],
  ['in Spanish', 'es', '20.1.1.9', 'Otras personas han enviado hoy demasiadas denuncias'],
  ['of others', 'en', '20.1.1.9', 'Others sent too many reports'],
])('leads on if a limit is used up: %s', async (_, language, ip, text) => {
  const answer = await send(from(ip, language));
  const page = await answer.text();
  expect(answer.status).toBe(429);
  expect(page).toContain(text);
  expect(page).toContain('href="mailto:help@example.com"');
  expect(page).toContain('kept');
});

it('shows a refused report again in another language, and after the sign-in', async () => {
  const guest = from('20.1.1.9');
  const refused = await (await send(guest)).text();
  const german = await guest.post('/language', {
    ...formIn(refused, '/language'),
    language: 'de',
  });
  const page = await german.text();
  expect(page).toContain('<html lang="de">');
  expect(page).toContain('value="spam" checked');
  expect(formIn(page, '/report/ann')).toMatchObject({ text: 'kept' });
  const asked = await guest.post('/sign-in', formIn(refused, '/sign-in'));
  const email = 'guest@example.com';
  const onward = hiddenOf(await asked.text(), 'onward');
  const mailed = await guest.post('/sign-in', { email, onward });
  const form = formIn(await mailed.text(), '/sign-in/code');
  const code = await mailedCode(service(), email);
  for (const _ of ['pressed', 'reloaded']) {
    const signedIn = await (await guest.post('/sign-in/code', { ...form, code })).text();
    expect(signedIn).toContain('<nav>');
    expect(formIn(signedIn, '/report/ann')).toMatchObject({ text: 'kept' });
  }
});

it('shows a report of an ended session again in another language, as a guest’s', async () => {
  const member = await from('20.2.1.1').signIn('member@example.com');
  const otherTab = from('20.2.1.1');
  for (const [name, value] of member.cookies) otherTab.cookies.set(name, value);
  await otherTab.post('/sign-out', {});
  let page = await (await send(member)).text();
  for (const language of ['de', 'fr']) {
    const answer = await member.post('/language', {
      ...formIn(page, '/language'),
      language,
    });
    page = await answer.text();
    expect(page).toContain(`<html lang="${language}">`);
    expect(formIn(page, '/report/ann')).toMatchObject({ text: 'kept', email: '' });
  }
});

it('stores a report without an account once if its button is pressed twice, and that of somebody else at the same address too', async () => {
  const path = '/report/ann';
  const press = async (ip: string, times: number) => {
    const guest = from(ip);
    const form = {
      ...formIn(await guest.page(path), path),
      reason: 'spam',
      text: 'kept',
    };
    const sent = Array.from({ length: times }, async () => guest.post(path, form));
    return Promise.all(sent);
  };
  const presses = [...(await press('20.3.1.1', 2)), ...(await press('20.3.1.1', 1))];
  expect(presses.map(leadsTo)).toEqual(Array.from({ length: 3 }, () => '303 /reported'));
  const { rows } = await sql`select 1 from reports where text = 'kept'`.execute(
    statements(service().service.parts.orm.em.fork()),
  );
  expect(rows).toHaveLength(2);
});

it('marks all that an empty report lacks, and leads on after one that is sent', async () => {
  const stranger = from('20.2.1.1');
  const page = await (await stranger.post('/report', {})).text();
  expect(page).toMatch(/id="username-wrong".*id="reason-wrong">Choose a reason\./s);
  expect(await stranger.page('/reported')).toContain('<a href="/">To the start page</a>');
  const member = await new Visitor(service()).signIn('bea@example.com');
  expect(await member.page('/report/ann')).toContain('<nav>');
});
