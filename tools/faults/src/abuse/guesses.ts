import { statements } from '@namecard/db';
import { giveClock } from '@namecard/db/testing';
import { sql } from 'kysely';
import { sendCode, verifyCode } from '../harness/ask.ts';
import { readCodes, shortCode } from '../harness/codes.ts';
import type { Figure } from '../harness/figures.ts';
import { lookInto, type Look } from '../harness/look.ts';
import { freshEmail } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService, type Service } from '../harness/start-service.ts';

/** The attackers' addresses: many customers of an IPv6 /48, and an IPv4 /24. */
const attackerIp = (guess: number) =>
  guess % 2 === 0
    ? `2001:db8:7:${((guess / 2) % 4_096).toString(16)}::1`
    : `198.51.100.${1 + (((guess - 1) / 2) % 254)}`;

/** Concurrent guesses. */
const width = 16;

/** Does the work for each number below `count`, this many at a time. */
async function each(
  count: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  const indexes = Array.from({ length: count }, (_, index) => index).values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const index of indexes) await work(index);
    }),
  );
}

/**
 * Signs in from a new network, by the mail's short code or otherwise by the long
 * one.
 */
async function signIn({ origin, inbox }: Service, email: string, ip: string) {
  const mailed = inbox.to(email).length;
  await sendCode(origin, email, { ip });
  const { short, long } = readCodes(await inbox.next(email, mailed));
  const { status } = await verifyCode(origin, email, short ?? long, { ip });
  return { byShort: short !== undefined, isSignedIn: status === 200 };
}

/**
 * Compared guesses of all addresses, and guesses counted against the networks.
 */
async function counted({ orm }: Look) {
  const { rows } = await sql<{ compared: number; most: number }>`
    select (select sum(count) from hourly_counts where counter = 'wrong_guesses')::int as compared,
      (select max(cardinality(guessed_at)) from network_guesses) as most
  `.execute(statements(orm.em.fork()));
  return rows[0] ?? { compared: Number.NaN, most: Number.NaN };
}

/** Addresses whose five guesses of the day were compared. */
async function usedUp({ orm }: Look): Promise<Set<string>> {
  const { rows } = await sql<{ email: string }>`
    select email from addresses where guesses[cardinality(guesses) - 4] > current_instant() - interval '24 hours'
  `.execute(statements(orm.em.fork()));
  return new Set(rows.map(({ email }) => email));
}

/**
 * Whether the attacked users can sign in by their newest mail. The short code
 * must work unless five guesses were compared.
 */
async function signInGuessed(
  service: Service,
  look: Look,
  guessed: string[],
): Promise<Figure[]> {
  const closed = await usedUp(look);
  const outcomes = new Map<string, Awaited<ReturnType<typeof signIn>>>();
  await each(guessed.length, async (index) => {
    const email = guessed[index] ?? '';
    outcomes.set(email, await signIn(service, email, `10.1.${index}.1`));
  });
  const others = guessed.filter((email) => !closed.has(email));
  const byShort = others.filter((email) => outcomes.get(email)?.byShort).length;
  const signedIn = [...outcomes.values()].filter(({ isSignedIn }) => isSignedIn).length;
  return [
    {
      name: 'guessed addresses whose five were compared',
      value: closed.size,
      atLeast: 1,
    },
    { name: 'other guessed addresses', value: others.length, atLeast: 1 },
    { name: 'of them with a short code', value: byShort, atLeast: others.length },
    { name: 'guessed addresses that sign in', value: signedIn, atLeast: guessed.length },
  ];
}

/** Hours of the attack by the database's clock, which is moved. */
const hours = 24;

/**
 * A day of wrong short codes from one /48 and one /24, for addresses with and
 * without codes.
 */
export const guesses: Scenario = {
  name: 'abuse/guesses',
  promise:
    'of a day of wrong codes from many networks few are compared, and all can sign in',
  run: async ({ databaseUrl, short }) => {
    const [total, people] = short ? [2_400, 72] : [100_000, 240];
    const seeded = { users: people, profiles: 1 };
    await using service = await startService(databaseUrl, { people: seeded });
    await using look = await lookInto(databaseUrl);
    const clock = await giveClock(look.orm);
    const guessed = Array.from(
      { length: people },
      (_, index) => `person${index + 1}@example.com`,
    );
    const answers = new Set<string>();
    let newcomers = 0;
    for (let hour = 0; hour < hours; hour += 1) {
      const asked = guessed.slice((hour * people) / hours, ((hour + 1) * people) / hours);
      const codes = new Set<string>();
      await each(asked.length, async (index) => {
        const email = asked[index] ?? '';
        await sendCode(service.origin, email);
        codes.add(shortCode(await service.inbox.next(email)));
      });
      await each(total / hours, async (index) => {
        const emails = index % 4 < 2 ? asked : guessed;
        const code = String(100_000 + index);
        const otp = codes.has(code) ? '999999' : code;
        const email = emails[index % emails.length] ?? '';
        const answer = await verifyCode(service.origin, email, otp, {
          ip: attackerIp(index),
        });
        answers.add(`${answer.status} ${answer.text}`);
      });
      const newcomer = await signIn(service, freshEmail('newcomer'), `10.2.${hour}.1`);
      newcomers += newcomer.byShort && newcomer.isSignedIn ? 1 : 0;
      await clock.advance('1 hour');
    }
    const { compared, most } = await counted(look);
    return [
      { name: 'wrong guesses sent', value: total },
      { name: 'different answers to them', value: answers.size, atMost: 1 },
      { name: 'compared', value: compared, atLeast: 1, atMost: 360 },
      { name: 'counted against one network, most', value: most, atMost: 180 },
      {
        name: 'newcomers who signed in by a short code',
        value: newcomers,
        atLeast: hours,
      },
      ...(await signInGuessed(service, look, guessed)),
    ];
  },
};
