import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { deviceOf } from '../access/device.ts';
import { spendGuess } from '../access/guesses.sql.ts';
import { everyDomain } from '../access/schemas.ts';
import { allCodesOf, askForCodes, wrongCodes } from '../testing/codes.ts';
import { endingsOf } from '../testing/outcome.ts';
import { newAddress, newIp, type Person, signIn, suspended } from '../testing/people.ts';
import { guessesOf } from '../testing/rows.ts';
import { useService } from '../testing/use-service.ts';
import { completeSignIn, type Completion } from './verify-code.sql.ts';

const service = useService();
const refused = 'UNAUTHORIZED CODE_INVALID';

type Guest = { email: string; ip: string; otp: string };

const guestOf = async (email: string, ip = newIp()): Promise<Guest> => ({
  email,
  ip,
  otp: (await askForCodes(service(), email)).short,
});

const guestsOf = async (emails: string[]) =>
  Promise.all(emails.map(async (email) => guestOf(email)));

const newAddresses = (count: number) => Array.from({ length: count }, () => newAddress());

const verify = async ({ email, ip, otp }: Guest, by = service()) =>
  (await by.as(undefined, { ip }).auth.verifyCode({ email, otp })).data;

const sessionsOf = async (token: string) =>
  (await service().as(token).auth.sessions()).data.sessions.length;

describe('sign-ins at the same moment', () => {
  it('give each user a session: new and known ones, also from one network', async () => {
    const known = await Promise.all(
      newAddresses(10).map(async (email) => signIn(service(), email)),
    );
    const guests = await guestsOf([
      ...known.map(({ email }) => email),
      ...newAddresses(20),
    ]);
    const shared = newIp();
    guests.slice(25).forEach((guest) => (guest.ip = shared));
    const signedIn = await Promise.all(guests.map(async (guest) => verify(guest)));
    expect(signedIn.map(({ user }) => user.email)).toEqual(
      guests.map(({ email }) => email),
    );
    expect(signedIn.slice(0, 10).map(({ user }) => user.id)).toEqual(
      known.map(({ id }) => id),
    );
    const seen = signedIn.map(async ({ token }) => service().as(token).users.me());
    expect((await Promise.all(seen)).map(({ data }) => data.user)).toEqual(
      signedIn.map(({ user }) => user),
    );
    expect(
      await Promise.all(signedIn.map(async ({ token }) => sessionsOf(token))),
    ).toEqual(guests.map((_, index) => (index < 10 ? 2 : 1)));
    expect(
      await Promise.all(guests.map(async ({ email }) => guessesOf(service(), email))),
    ).toEqual(guests.map(() => 0));
  });

  it('are refused one by one: a wrong guess, and a suspended user', async () => {
    const held = await Promise.all([suspended(service()), suspended(service())]);
    const guests = await guestsOf([
      ...held.map(({ email }) => email),
      ...newAddresses(28),
    ]);
    guests.slice(20).forEach((guest) => (guest.otp = wrongCodes(1, guest.otp)[0] ?? ''));
    const results = await raceTogether(30, async (index) =>
      verify(guests[index] ?? never()),
    );
    expect(endingsOf(results.slice(0, 2))).toEqual({ 'FORBIDDEN ACCOUNT_SUSPENDED': 2 });
    expect(endingsOf(results.slice(2, 20))).toEqual({ done: 18 });
    expect(endingsOf(results.slice(20))).toEqual({ [refused]: 10 });
  });

  it('of 15 addresses, twice each and over two instances, succeed once for each', async () => {
    const guests = await guestsOf(newAddresses(15));
    const other = service().with({});
    const results = await raceTogether(30, async (index) =>
      // One instance goes from first to last, the other from last to first.
      verify(
        guests[index < 15 ? index : 29 - index] ?? never(),
        index < 15 ? service() : other,
      ),
    );
    expect(endingsOf(results)).toEqual({ done: 15, [refused]: 15 });
    for (const [index, first] of results.slice(0, 15).entries()) {
      expect(endingsOf([first, results[29 - index] ?? never()])).toEqual({
        done: 1,
        [refused]: 1,
      });
    }
  });
});

/** The completion of a right guess, after it was counted. */
async function completionOf({ email }: Person): Promise<Completion> {
  const { deps } = service();
  await askForCodes(service(), email);
  const [challenge] = await allCodesOf(service(), email);
  const guess = { wrongPerAddress: 5, wrongPerIp: 30, wrongPerDay: 0, address: email };
  const completion = {
    ...guess,
    ...deviceOf(undefined),
    banHash: `ban of ${email}`,
    language: null,
    ip: `ip of ${email}`,
    network: `network of ${email}`,
    email,
    kind: 'short' as const,
    challengeId: challenge?.id ?? never(),
    minutes: 10,
    userId: deps.random.id(),
    sessionId: deps.random.id(),
    tokenHash: `\\x${deps.random.bytes(32).toString('hex')}`,
    sessionKind: 'token' as const,
    admitted: [everyDomain],
    mailsPerHour: service().deps.settings.mailsPerHour,
    testEndsAt: null,
  };
  await spendGuess(deps.em, completion);
  return completion;
}

describe('completing sign-ins together', () => {
  let people: Person[];
  let completions: Completion[];
  beforeEach(async () => {
    people = await Promise.all(
      newAddresses(10).map(async (email) => signIn(service(), email)),
    );
    completions = await Promise.all(people.map(completionOf));
  });

  const complete = async (completion: Completion) => {
    const user = await completeSignIn(service().deps.em, completion);
    return user && 'id' in user ? user.id : undefined;
  };

  /** In how many transactions their sessions began. */
  async function transactionsOf(completed: readonly Completion[]) {
    const ids = completed.map(({ sessionId }) => sessionId);
    const { rows } = await sql`
      select distinct xmin::text from sessions where id in (${sql.join(ids)})
    `.execute(statements(service().orm.em.fork()));
    return rows.length;
  }

  /** Completes all but the first, whose row is locked, and then the first. */
  async function completeBeside(lock: RawBuilder<unknown>) {
    const [first = never(), ...others] = completions;
    let waiting: Promise<unknown> | undefined;
    const beside = await statements(service().orm.em.fork())
      .transaction()
      .execute(async (stranger) => {
        await lock.execute(stranger);
        waiting = complete(first);
        return Promise.all(others.map(complete));
      });
    const completed = [await waiting, ...beside];
    return { completed, transactions: await transactionsOf(others) };
  }

  // A statement gives up waiting after 5 s. Then its items run one by one.
  const inPeace = () => ({ completed: people.map(({ id }) => id), transactions: 1 });

  it.each([
    ['user', 'users', 'email_key', 'no key update'],
    ['user, whom they refer to', 'users', 'email_key', 'key share'],
    ['address', 'addresses', 'email', 'no key update'],
  ])(
    'does not wait for a lock on the %s of one of them',
    async (_, table, column, lock) => {
      const held = sql`
      select from ${sql.table(table)} where ${sql.ref(column)} = ${people[0]?.email} for ${sql.raw(lock)}
    `;
      expect(await completeBeside(held)).toEqual(inPeace());
    },
  );

  it('does not sign in with a code that expired since it was compared', async () => {
    await service().clock.advance('10 minutes');
    expect(await Promise.all(completions.map(complete))).toEqual(
      people.map(() => undefined),
    );
  });

  it('begins no session of a suspended user', async () => {
    const held = await suspended(service());
    const completion = await completionOf(held);
    expect(await complete(completion)).toBe(held.id);
    const begun = await statements(service().orm.em.fork())
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', completion.sessionId)
      .execute();
    expect(begun).toEqual([]);
  });

  it('does not wait for a lock on the network of one of them', async () => {
    const held = sql`select from network_guesses where network = ${completions[0]?.network} for no key update`;
    expect(await completeBeside(held)).toEqual(inPeace());
  });
});

function never(): never {
  throw new Error('There is nobody of that number');
}
