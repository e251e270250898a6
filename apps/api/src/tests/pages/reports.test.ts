import { beforeAll, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { leadsTo, Visitor } from '../../testing/visitor.ts';

const service = useService({
  settings: {
    PUBLIC_PROFILES: 'true',
    TRUST_PROXY: '127.0.0.1',
    CONTACT_URL: 'mailto:help@example.com',
  },
});

const report = { reason: 'spam', text: 'kept' };

const from = (ip: string, language: string) =>
  new Visitor(service(), { 'x-forwarded-for': ip, 'accept-language': language });

const send = (ip: string, language = 'en') =>
  from(ip, language).post('/report/ann', report);

beforeAll(async () => {
  const ann = await new Visitor(service()).signIn('ann@example.com');
  await ann.post('/me', { username: 'ann', referral: '' });
  for (let sent = 0; sent < 30; sent += 1) {
    const answer = await send(`20.1.1.${sent % 3}`);
    if (leadsTo(answer) !== '303 /reported') throw new Error(await answer.text());
  }
});

it.each([
  ['en', 'You can’t send more reports today.'],
  ['de', 'Heute kannst du keine Meldungen mehr abschicken.'],
  ['fr', 'Vous ne pouvez plus envoyer de signalement aujourd’hui.'],
  ['es', 'Hoy no puedes enviar más denuncias.'],
])('says that the sender’s own limit is reached: %s', async (language, text) => {
  const answer = await send('20.1.1.1', language);
  expect([answer.status, await answer.text()]).toEqual([
    429,
    expect.stringContaining(text),
  ]);
});

it.each([
  ['en', 'Others sent too many reports'],
  ['de', 'Andere haben heute zu viele Meldungen'],
  ['fr', 'D’autres personnes ont envoyé trop de signalements'],
  ['es', 'Otras personas han enviado hoy demasiadas denuncias'],
])('leads on if others have used the limit up: %s', async (language, text) => {
  const answer = await send('20.1.1.9', language);
  const page = await answer.text();
  expect(answer.status).toBe(429);
  expect(page).toContain(text);
  expect(page).toContain('href="/sign-in"');
  expect(page).toContain('href="mailto:help@example.com"');
  expect(page).toContain('kept');
});

it('marks all that an empty report lacks, and leads on after one that is sent', async () => {
  const stranger = from('20.2.1.1', 'en');
  const page = await (await stranger.post('/report', {})).text();
  expect(page).toMatch(/id="username-wrong".*id="reason-wrong">Choose a reason\./s);
  expect(await stranger.page('/reported')).toContain('<a href="/">To the start page</a>');
  const member = await new Visitor(service()).signIn('bea@example.com');
  expect(await member.page('/report/ann')).toContain('<nav>');
});
