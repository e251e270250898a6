import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerError } from '../answers.ts';
import { createKeyRing } from '../access/keys.ts';
import type { Codes } from '../access/codes.ts';
import { sweep } from '../jobs/sweep.ts';
import { allCodesOf, askForCodes, wrongCodes, wrongLong } from '../testing/codes.ts';
import { endingsOf, errorOf, outcome, wrongFields } from '../testing/outcome.ts';
import { admin, newAddress, newIp, type Person, signIn } from '../testing/people.ts';
import { dump, guessesOf, rowsOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';

/** Without a budget no mail is held: each counts when it is asked for. */
const service = useService({ settings: { mailsPerHour: 0, review: new Set() } });
const wrong = 'UNAUTHORIZED CODE_INVALID';
const suspended = 'FORBIDDEN ACCOUNT_SUSPENDED';
const notSuspended = 'CONFLICT NOT_SUSPENDED';
const already = 'CONFLICT APPEALED_ALREADY';
const text = 'It was my brother';
let person: Person;
let email: string;
let ip: string;
let boss: Person;
let other: Person;
let codes: Codes;

const db = () => statements(service().orm.em.fork());

beforeEach(async () => {
  // Otherwise the items and admins of the last test would count.
  await sql`delete from users`.execute(db());
  ip = newIp();
  [boss, other] = [await admin(service()), await admin(service())];
  person = await signIn(service());
  email = person.email;
  await suspend();
  codes = await askForCodes(service(), email);
});

const suspend = (days?: number) =>
  boss.api.moderation.users.suspend({
    id: person.id,
    reason: 'spam',
    note: 'Spam.',
    days,
  });

const unsuspend = () => boss.api.moderation.users.unsuspend({ id: person.id });

const nobody = () => service().as(undefined, { ip }).auth;

const appeal = async (otp: string, address = email) =>
  nobody().appeal({ email: address, otp, text });

const verify = async (otp: string) => nobody().verifyCode({ email, otp });

const byTicket = async (ticket: string, address = email) =>
  nobody().appeal({ email: address, ticket, text });

const ticketFor = async (otp: string) => (await errorOf(verify(otp))).ticket ?? '';

const appealsFor = async ({ api }: Person) =>
  (await api.moderation.desk.next({ lane: 'appealed' })).data.items;

/** The whole answer to a call that must fail. */
const answerTo = async (call: Promise<unknown>) => answerError(await errorOf(call));

const count = async (table: string) => (await rowsOf(service(), table)).length;

describe('an appeal by a code', () => {
  it('opens an item for another admin, and signs nobody in', async () => {
    const sessions = await count('sessions');
    await appeal(codes.short);
    const [item] = await appealsFor(other);
    expect(item).toMatchObject({ profile: null, user: { id: person.id, email } });
    const { data } = await other.api.moderation.desk.inspect({ id: item?.id ?? '' });
    expect(data.appeal?.text).toBe(text);
    expect(await appealsFor(boss)).toEqual([]);
    expect(await count('sessions')).toBe(sessions);
  });

  it('takes the short code or the long one, and spends both', async () => {
    expect(await outcome(appeal(codes.long))).toBe('done');
    expect(await outcome(appeal(codes.short))).toBe(wrong);
    expect(await outcome(verify(codes.long))).toBe(wrong);
    expect(await allCodesOf(service(), email)).toEqual([]);
  });

  it('is possible once per suspension, also after the answer', async () => {
    await appeal(codes.short);
    const { short } = await askForCodes(service(), email);
    expect(await outcome(appeal(short))).toBe(already);
    const id = (await appealsFor(other))[0]?.id ?? '';
    await other.api.moderation.desk.close({
      id,
      revision: 0,
      decision: 'uphold',
      note: 'No',
    });
    expect(await outcome(appeal((await askForCodes(service(), email)).short))).toBe(
      already,
    );
    await unsuspend();
    await suspend();
    expect(await outcome(appeal((await askForCodes(service(), email)).short))).toBe(
      'done',
    );
  });

  it('of an account that is not suspended uses up the code, and opens no item', async () => {
    await unsuspend();
    expect(await outcome(appeal(codes.short))).toBe(notSuspended);
    expect(await outcome(verify(codes.long))).toBe(wrong);
    await suspend(1);
    await service().clock.advance('1 day');
    expect(await outcome(appeal((await askForCodes(service(), email)).long))).toBe(
      notSuspended,
    );
    expect(await count('items')).toBe(0);
  });

  it('without an account creates no account', async () => {
    const stranger = newAddress();
    const { short } = await askForCodes(service(), stranger);
    const users = await count('users');
    expect(await outcome(appeal(short, stranger))).toBe(notSuspended);
    expect([await count('users'), await count('items')]).toEqual([users, 0]);
    expect(await allCodesOf(service(), stranger)).toEqual([]);
  });

  it('is closed if the suspension ends by itself, and can’t be turned down from then on', async () => {
    await unsuspend();
    await suspend(1);
    await appeal((await askForCodes(service(), email)).short);
    await service().clock.advance('1 day');
    other = await signIn(service(), other.email);
    const [item] = await appealsFor(other);
    const decided = { id: item?.id ?? '', revision: 0, note: 'No' } as const;
    const closing = other.api.moderation.desk.close({ ...decided, decision: 'uphold' });
    expect(await outcome(closing)).toBe('CONFLICT CHANGED_MEANWHILE');
    await sweep({ orm: service().orm, settings: service().deps.settings });
    expect(await appealsFor(other)).toEqual([]);
  });

  it('is closed if the suspension ends', async () => {
    await appeal(codes.short);
    await unsuspend();
    expect(await appealsFor(other)).toEqual([]);
  });

  it('has its answer shown after the reason', async () => {
    await appeal(codes.short);
    const id = (await appealsFor(other))[0]?.id ?? '';
    const asked = { id, revision: 0, decision: 'uphold', note: 'It was you.' } as const;
    expect(
      (await errorOf(verify((await askForCodes(service(), email)).short))).message,
    ).toMatch(
      /^This account is suspended. The reason: spam. Spam. It is against our terms. A person decided this on our own initiative. The courts/,
    );
    await other.api.moderation.desk.close(asked);
    expect(
      (await errorOf(verify((await askForCodes(service(), email)).short))).message,
    ).toMatch(
      /The reason: spam. Spam. It was you. It is against our terms. A person .* The courts/,
    );
  });

  it('is possible against a change made directly in the database, one at a time', async () => {
    await unsuspend();
    await sql`update users set suspended_at = current_instant() + interval '1 second'
      where id = ${person.id}`.execute(db());
    expect(await outcome(appeal(codes.short))).toBe('done');
    const { short } = await askForCodes(service(), email);
    expect(await outcome(appeal(short))).toBe(already);
  });
});

describe('a wrong code', () => {
  it('gets the same answer as in a sign-in, for any address', async () => {
    const [known, unknown] = [(await signIn(service())).email, newAddress()];
    const right = [codes.short];
    for (const address of [known, unknown]) {
      right.push((await askForCodes(service(), address)).short);
    }
    const [code = ''] = wrongCodes(1, ...right);
    const signingIn = await answerTo(nobody().verifyCode({ email: unknown, otp: code }));
    for (const address of [email, known, unknown, newAddress()]) {
      for (const otp of [code, wrongLong, '?']) {
        expect(await answerTo(appeal(otp, address))).toEqual(signingIn);
      }
    }
    expect(await count('items')).toBe(0);
  });

  it('spends a guess of the five that signing in has', async () => {
    for (const code of wrongCodes(5, codes.short)) {
      expect(await outcome(appeal(code))).toBe(wrong);
    }
    expect(await guessesOf(service(), email)).toBe(5);
    expect(await outcome(appeal(codes.short))).toBe(wrong);
    expect(await outcome(verify(codes.short))).toBe(wrong);
    expect(await outcome(appeal(codes.long))).toBe('done');
  });

  it('gives the guess of a right code back, even if no item opens', async () => {
    await unsuspend();
    expect(await outcome(appeal(codes.short))).toBe(notSuspended);
    expect(await guessesOf(service(), email)).toBe(0);
  });

  it('is not the answer to a right one of an address that may not sign up', async () => {
    const stranger = newAddress();
    const { short } = await askForCodes(service(), stranger);
    const closed = service().with({ settings: { signUps: ['example.org'] } });
    const asked = closed
      .as(undefined, { ip })
      .auth.appeal({ email: stranger, otp: short, text });
    expect(await outcome(asked)).toBe(notSuspended);
  });
});

it('30 parallel appeals and sign-ins with one code open one item, or tell one that they are suspended', async () => {
  const results = await raceTogether(30, async (index): Promise<unknown> =>
    index % 2 === 0 ? appeal(codes.short) : verify(codes.short),
  );
  const { [wrong]: losers, ...winner } = endingsOf(results);
  expect(losers).toBe(29);
  const opened = await count('items');
  expect(winner).toEqual(opened === 1 ? { done: 1 } : { [suspended]: 1 });
  expect(await guessesOf(service(), email)).toBe(0);
});

describe('a ticket', () => {
  it('comes with the refusal to sign in, and appeals once', async () => {
    const ticket = await ticketFor(codes.short);
    const guesses = await guessesOf(service(), email);
    expect(await outcome(byTicket(ticket))).toBe('done');
    expect(await outcome(byTicket(ticket))).toBe(already);
    expect(await guessesOf(service(), email)).toBe(guesses);
    expect(await appealsFor(other)).toMatchObject([{ user: { id: person.id } }]);
  });

  it('works with the address in any case, for 30 minutes', async () => {
    const ticket = await ticketFor(codes.short);
    await service().clock.advance('29 minutes 59.999999 seconds');
    expect(await outcome(byTicket(ticket, ` ${email.toUpperCase()} `))).toBe('done');
    await service().clock.advance('1 microsecond');
    expect(await outcome(byTicket(ticket))).toBe(wrong);
  });

  it('is valid for one address and one suspension', async () => {
    const ticket = await ticketFor(codes.short);
    expect(await outcome(byTicket(ticket, other.email))).toBe(wrong);
    expect(await outcome(byTicket(ticket, newAddress()))).toBe(wrong);
    await unsuspend();
    expect(await outcome(byTicket(ticket))).toBe(wrong);
    await service().clock.advance('1 second');
    await suspend();
    expect(await outcome(byTicket(ticket))).toBe(wrong);
  });

  it('that was made up gets the same answer as a wrong code', async () => {
    const ticket = await ticketFor(codes.short);
    const expected = await answerTo(verify(wrongLong));
    const flipped = `${ticket.slice(0, -4)}AAAA`;
    for (const forged of [
      flipped,
      ticket.slice(4),
      '?',
      '🙂',
      'A'.repeat(512),
      person.token,
    ]) {
      expect(await answerTo(byTicket(forged))).toEqual(expected);
    }
    expect(await count('items')).toBe(0);
  });

  it('does not work as a token or a code', async () => {
    const ticket = await ticketFor(codes.short);
    expect(await outcome(service().as(ticket).users.me())).toBe(
      'UNAUTHORIZED TOKEN_INVALID',
    );
    expect(await wrongFields(verify(ticket))).toEqual(['otp']);
  });

  it('outlives a change of the secret key, as long as the old one is known', async () => {
    const older = service().deps.keys.current.secret.export().toString();
    const newer = 'the secret key from today on';
    const during = service().with({ keys: createKeyRing([newer, older]) });
    const after = service().with({ keys: createKeyRing([newer]) });
    const ticket = await ticketFor(codes.short);
    const by = (at: typeof after) =>
      outcome(at.as().auth.appeal({ email, ticket, text }));
    expect([await by(after), await by(during)]).toEqual([wrong, 'done']);
  });

  it('opens one item if it is used thirty times together', async () => {
    const ticket = await ticketFor(codes.short);
    const results = await raceTogether(30, async () => byTicket(ticket));
    expect(endingsOf(results)).toEqual({ done: 1, [already]: 29 });
  });

  it('is not stored', async () => {
    const ticket = await ticketFor(codes.short);
    await byTicket(ticket);
    const rows = await dump(service());
    expect(rows).not.toContain(ticket);
    expect(rows).not.toContain(Buffer.from(ticket, 'base64url').toString('hex'));
  });
});

describe('the data of a suspended person', () => {
  const save = (ticket: string, address = email) =>
    service().as(undefined, { ip }).users.exportSuspended({ email: address, ticket });

  const saved = async () =>
    (await rowsOf(service(), 'audit_events')).filter(
      (row) => row.includes('"user.exported"') && row.includes(person.id),
    );

  it('is saved once with the ticket, in the history, and leaves the appeal', async () => {
    const ticket = await ticketFor(codes.short);
    const results = await raceTogether(30, async () => save(ticket));
    expect(endingsOf(results)).toEqual({ done: 1, [wrong]: 29 });
    expect(await saved()).toHaveLength(1);
    expect(await outcome(byTicket(ticket))).toBe('done');
    await service().clock.advance('1 second');
    const { short } = await askForCodes(service(), email);
    const { data } = await save(await ticketFor(short));
    expect(data.records['users']).toMatchObject([{ email }]);
  });

  it('can be saved with the same ticket after a read that failed', async () => {
    const ticket = await ticketFor(codes.short);
    await sql`alter table notes rename to notes_away`.execute(db());
    const failed = await outcome(save(ticket));
    await sql`alter table notes_away rename to notes`.execute(db());
    expect(failed).toMatch(/^INTERNAL_SERVER_ERROR/);
    expect(await outcome(save(ticket))).toBe('done');
  });

  it('is for the ticket’s address, suspension and half an hour alone', async () => {
    const ticket = await ticketFor(codes.short);
    for (const [given, address] of [
      [ticket, other.email],
      [ticket.slice(4), email],
    ] as const) {
      expect(await outcome(save(given, address))).toBe(wrong);
    }
    await unsuspend();
    expect(await outcome(save(ticket))).toBe(wrong);
    await service().clock.advance('1 second');
    await suspend();
    expect(await outcome(save(ticket))).toBe(wrong);
    const { short } = await askForCodes(service(), email);
    const late = await ticketFor(short);
    await service().clock.advance('30 minutes');
    expect(await outcome(save(late))).toBe(wrong);
    expect(await saved()).toEqual([]);
  });

  it('stays while a change of the address can be taken back', async () => {
    await sql`
      insert into moves (id, key_id, user_id, from_email, from_key, to_email, to_key, mails_new, done_at, undo_until)
      select gen_random_uuid(), '', id, 'old@example.com', 'old@example.com', email, email_key, true,
        current_instant(), current_instant() + interval '1 day'
      from users where id = ${person.id}
    `.execute(db());
    const ticket = await ticketFor(codes.short);
    expect(await outcome(save(ticket))).toBe('CONFLICT MOVE_OPEN');
    expect(await saved()).toEqual([]);
    await sql`update moves set closed_at = current_instant()`.execute(db());
    expect(await outcome(save(ticket))).toBe('done');
  });

  it('deletes and ends nothing', async () => {
    const tables = ['users', 'profiles', 'sessions', 'items', 'addresses'];
    const others = () => Promise.all(tables.map((table) => rowsOf(service(), table)));
    const ticket = await ticketFor(codes.short);
    const before = await others();
    await save(ticket);
    expect(await others()).toEqual(before);
  });
});

describe('an appeal', () => {
  it('has a code or a ticket, and a text of 1 to 1,000 characters', async () => {
    const { appeal: ask } = nobody();
    expect(await wrongFields(ask({ email, text }))).toEqual(['otp']);
    expect(await wrongFields(ask({ email, otp: '1', ticket: '1', text }))).toEqual([
      'otp',
    ]);
    expect(await wrongFields(ask({ email, otp: '1', text: '' }))).toEqual(['text']);
    const long = 'x'.repeat(1001);
    expect(await wrongFields(ask({ email, otp: '1', text: long }))).toEqual(['text']);
    expect(await guessesOf(service(), email)).toBe(0);
  });

  it('counts for its IP address as a sign-in does, with a ticket too', async () => {
    const by = service()
      .with({ settings: { verifyPerIp: 2 } })
      .as(undefined, { ip });
    const asked = () => outcome(by.auth.appeal({ email, ticket: '?', text }));
    expect([await asked(), await asked()]).toEqual([wrong, wrong]);
    expect(await asked()).toBe('TOO_MANY_REQUESTS RATE_LIMITED');
    const guess = outcome(by.auth.verifyCode({ email, otp: wrongLong }));
    expect(await guess).toBe('TOO_MANY_REQUESTS RATE_LIMITED');
  });
});
