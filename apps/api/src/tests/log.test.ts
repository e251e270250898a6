import { basename } from 'node:path';
import { statements } from '@namecard/db';
import { useTestDatabase } from '@namecard/db/testing';
import {
  confirmationCode,
  cuttableLink,
  fakePostmark,
  fetchJson,
  makeDataDirectory,
  refusalAt,
  runService,
  signIn,
  testSecretKey,
  type ServiceProcess,
} from '@namecard/testing';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const database = useTestDatabase();

const email = 'ann@example.com';
const madeUpToken = `nc_${'Q'.repeat(43)}`;

const SignedIn = z.object({ data: z.object({ token: z.string() }) });

type Mail = { subject: string; text: string };

const shortCode = ({ subject }: Mail) => subject.slice(0, 6);

/** With and without dashes. */
function longCodes({ text }: Mail): string[] {
  const [code = 'none'] = /\b\w{4}-\w{4}-\w{5}\b/.exec(text) ?? [];
  return [code, code.replaceAll('-', '')];
}

/**
 * Signs in with every possible mistake. Returns the values that must not be
 * logged.
 */
async function signInUnluckily(
  origin: string,
  receive: () => Promise<Mail>,
  link: { cut(): Promise<void>; mend(): Promise<void> },
): Promise<string[]> {
  const api = `${origin}/api/v1`;
  const ask = (otp: string) =>
    fetchJson(`${api}/auth/verify-code`, { json: { email, otp } });
  await fetchJson(`${api}/auth/send-code`, { json: { email } });
  const mail = await receive();
  const wrong = shortCode(mail) === '000000' ? '111111' : '000000';
  expect((await ask(wrong)).status).toBe(401);
  await fetchJson(`${api}/auth/verify-code`, { text: `{"otp":"${shortCode(mail)}"` });
  await link.cut();
  expect((await ask(shortCode(mail))).status).toBe(503);
  expect((await ask(longCodes(mail)[0] ?? '')).status).toBe(503);
  await link.mend();
  const { status, body } = await ask(shortCode(mail));
  expect(status).toBe(200);
  const { token } = SignedIn.parse(body).data;
  for (const one of [token, madeUpToken]) {
    await fetchJson(`${api}/users/me?token=${one}`, { token: one });
    await fetchJson(`${origin}/trpc/users.me,nope?batch=1`, { token: one });
    await fetchJson(`${api}/profiles`, { token: one, text: '{bad' });
  }
  await link.cut();
  expect((await fetchJson(`${api}/users/me`, { token })).status).toBe(503);
  await link.mend();
  expect((await fetchJson(`${api}/auth/sign-out`, { token, json: {} })).status).toBe(200);
  return [shortCode(mail), ...longCodes(mail), token, madeUpToken];
}

/**
 * Somebody makes a card, meets a fault of ours, asks for another address and meets a
 * second fault, then erases the account. A stranger reports the card. Returns the words
 * that all of them typed.
 */
async function liveAndLeave(
  at: { origin: string; mailbox: string },
  log: () => string,
): Promise<string> {
  const words = 'quince.medlar';
  const api = `${at.origin}/api/v1`;
  const next = `${words}@example.net`;
  const token = await signIn(at, `${words}@example.com`);
  const call = async (method: string, path: string, json: object) =>
    (await fetchJson(`${api}${path}`, { method, token, json })).status;
  const done = [
    await call('PATCH', '/users/me', { username: words }),
    await call('POST', '/profiles', { username: words, referral: words }),
    await call('PATCH', `/profiles/${words}/socials`, { about: words }),
  ];
  await sql`
    alter table profiles add check (about <> ${sql.lit(`${words}!`)}) not valid;
    alter table outbox add check (recipient <> ${sql.lit(next)}) not valid
  `.execute(statements(database().orm.em.fork()));
  const fault = await call('PATCH', `/profiles/${words}/socials`, { about: `${words}!` });
  expect([fault, ...done]).toEqual([500, 200, 200, 200]);
  await fetchJson(`${api}/profiles/${words}?q=${words}`, { token });
  const stranger = { reason: 'spam', name: words, email: `${words}@example.org` };
  await fetchJson(`${api}/profiles/${words}/reports`, { json: stranger });
  expect(await call('POST', '/users/me/address', { email: next })).toBe(200);
  await expect.poll(log).toContain('outbox_recipient_check');
  await call('POST', '/users/me/removal', {});
  const otp = await confirmationCode(at);
  expect(await call('POST', '/users/me/removal/confirm', { otp })).toBe(200);
  return words;
}

/**
 * A suspended person signs in and appeals over REST and tRPC, also without a database.
 * Returns the tickets.
 */
async function appealUnluckily(
  { origin, mailbox }: { origin: string; mailbox: string },
  link: { cut(): Promise<void>; mend(): Promise<void> },
): Promise<string[]> {
  const given: [string, string][] = [];
  for (const path of ['/api/v1/auth/verify-code', '/trpc/auth.verifyCode']) {
    await suspendAnn();
    const newest = async () =>
      Mailbox.parse((await fetchJson(`${mailbox}.json`)).body).find(
        ({ to }) => to === email,
      );
    const before = await newest();
    await fetchJson(`${origin}/api/v1/auth/send-code`, { json: { email } });
    await expect.poll(newest).not.toEqual(before);
    const json = { email, otp: shortCode((await newest()) ?? { subject: '', text: '' }) };
    const answer = await fetchJson(`${origin}${path}`, { json });
    expect(refusalAt(path)(answer)).toBe('403 ACCOUNT_SUSPENDED');
    given.push([path, ticketIn(answer.body)]);
  }
  for (const [path, ticket] of given) {
    const at = `${origin}${path.replace(/verify.*/, path.startsWith('/trpc') ? 'appeal' : 'appeals')}`;
    const appeal = () => fetchJson(at, { json: { email, ticket, text: 'Not me.' } });
    await link.cut();
    expect((await appeal()).status).toBe(503);
    await link.mend();
    expect([200, 409]).toContain((await appeal()).status);
  }
  await sql`update users set suspended_at = null`.execute(
    statements(database().orm.em.fork()),
  );
  return given.map(([, ticket]) => ticket);
}

/**
 * The whole log. Output for the person who started the service is not part of it.
 */
async function stop(main: ServiceProcess): Promise<string> {
  expect(await main.stop()).toBe(0);
  return main.stdout().replace(/^\{"ready":.*$/m, '') + main.stderr();
}

function expectNoSecret(whole: string, secrets: string[]): void {
  // The digits of a code may stand in a time, a duration or an id by chance.
  const log = whole.replaceAll(/"time":\d+|\d+\.\d+|[\da-f]+(-[\da-f]+){4}/g, '');
  // An empty log would prove nothing.
  expect(log).toContain('Server listening');
  expect(log).toContain('The database can’t be reached');
  const password = new URL(database().url).password;
  for (const secret of [
    ...secrets,
    email,
    testSecretKey,
    ...(password ? [password] : []),
  ]) {
    expect(log).not.toContain(secret);
  }
  expect(log).not.toMatch(/bearer|nc_[\w-]{20}/i);
}

const Mailbox = z.array(
  z.object({ id: z.uuid(), to: z.string(), subject: z.string(), text: z.string() }),
);

describe('the log of a whole sign-in at the level of trace', () => {
  it('has no code, token, ticket or key in development, nor what people typed', async () => {
    const link = await cuttableLink(database().url);
    await using directory = await makeDataDirectory();
    await using main = runService({
      DATA_DIR: directory.path,
      DATABASE_URL: link.url,
      SECRET_KEY: testSecretKey,
      LOG_LEVEL: 'trace',
      LOG_REQUESTS: 'true',
    });
    const { origin, mailbox = '' } = await main.ready;
    const receive = async () => {
      const read = async () => Mailbox.parse((await fetchJson(`${mailbox}.json`)).body);
      await expect.poll(read).toHaveLength(1);
      return first(await read());
    };
    const secrets = await signInUnluckily(origin, receive, link);
    const words = await liveAndLeave({ origin, mailbox }, main.stdout);
    await expect.poll(main.stdout).toContain('account_erased');
    const tickets = await appealUnluckily({ origin, mailbox }, link);
    await link.cut();
    expect((await fetchJson(`${mailbox}.json`)).status).toBe(503);
    const log = await stop(main);
    expectNoSecret(log, [...secrets, ...tickets, words, basename(mailbox)]);
    expect(log).toContain('profiles_about_check');
  });

  it('has none of them in production, where mail is really sent', async () => {
    const link = await cuttableLink(database().url);
    await using postmark = await fakePostmark();
    await using main = runService({
      NODE_ENV: 'production',
      DATABASE_URL: link.url,
      SECRET_KEY: testSecretKey,
      LOG_LEVEL: 'trace',
      POSTMARK_SERVER_TOKEN: 'postmark-server-token',
      POSTMARK_API_URL: postmark.url,
      EMAIL_FROM: 'hello@example.com',
    });
    const receive = async () => {
      const mine = () => postmark.mails().filter(({ to }) => to === email);
      await expect.poll(mine).toHaveLength(1);
      return first(mine());
    };
    const secrets = await signInUnluckily((await main.ready).origin, receive, link);
    expectNoSecret(await stop(main), [...secrets, 'postmark-server-token']);
    expect(main.stderr()).toBe('');
    for (const line of main.stdout().trimEnd().split('\n')) {
      expect(() => JSON.parse(line)).not.toThrow();
    }
    await link.cut();
  });
});

/** Suspends the account of the address. Creates it if needed. */
const suspendAnn = () =>
  sql`
    insert into users (id, email, email_key, suspended_at)
    values (gen_random_uuid(), ${email}, ${email}, '2026-01-01T00:00:00Z')
    on conflict (email_key) do update set suspended_at = excluded.suspended_at
  `.execute(statements(database().orm.em.fork()));

const Refused = z.union([
  z.object({ ticket: z.string().min(100) }),
  z.object({ error: z.object({ data: z.object({ ticket: z.string().min(100) }) }) }),
]);

function ticketIn(body: unknown): string {
  const refused = Refused.parse(body);
  return 'ticket' in refused ? refused.ticket : refused.error.data.ticket;
}

function first(mails: readonly Mail[]): Mail {
  const [mail] = mails;
  if (!mail) {
    throw new Error('There is no mail');
  }
  return mail;
}
