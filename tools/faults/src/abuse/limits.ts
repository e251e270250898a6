import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { sendCode, verifyCode, type Answer } from '../harness/ask.ts';
import { exactly, none, type Figure } from '../harness/figures.ts';
import { lookInto, type Look } from '../harness/look.ts';
import { freshEmail } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { byTurns, startService, type Service } from '../harness/start-service.ts';

type Fixture = { service: Service; look: Look };

const code = '000000';

/** This many calls at once, on both instances in turn. */
const race = async (
  { service: { origins } }: Fixture,
  count: number,
  ask: (origin: string, index: number) => Promise<Answer>,
): Promise<Answer[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, index) =>
      ask(byTurns(origins, index), index),
    ),
  );

/** Addresses that have just been mailed a code. */
async function askedFor(fixture: Fixture, count: number): Promise<string[]> {
  const emails = Array.from({ length: count }, () => freshEmail('guessed'));
  await race(fixture, count, async (origin, index) =>
    sendCode(origin, emails[index] ?? ''),
  );
  return emails;
}

/**
 * The number of compared guesses among simultaneous wrong codes. A right guess
 * has a chance of one in a million.
 */
async function compared(
  fixture: Fixture,
  count: number,
  guess: (index: number) => { email: string; ip?: string },
): Promise<number> {
  const before = await fixture.look.compared();
  await race(fixture, count, async (origin, index) => {
    const { email, ...question } = guess(index);
    return verifyCode(origin, email, code, question);
  });
  return (await fixture.look.compared()) - before;
}

/**
 * Reaches the limit of sends with invalid requests, because real codes take long
 * to make.
 */
async function sends(fixture: Fixture): Promise<Figure> {
  let passed = 0;
  for (let round = 0; round < 26; round += 1) {
    const answers = await race(fixture, 40, async (origin) =>
      sendCode(origin, 'nobody', { ip: '192.0.2.1' }),
    );
    passed += answers.filter(({ status }) => status !== 429).length;
  }
  return exactly('sends of 1,040 that pass', passed, 1_000);
}

async function guesses(fixture: Fixture): Promise<Figure[]> {
  const [email = ''] = await askedFor(fixture, 1);
  const one = await compared(fixture, 50, () => ({ email }));
  const emails = await askedFor(fixture, 120);
  const emailOf = (index: number) => ({ email: emails[index] ?? '' });
  const ip = await compared(fixture, 50, (index) => ({
    ...emailOf(index),
    ip: '198.51.100.1',
  }));
  const network = await compared(fixture, 120, (index) => ({
    ...emailOf(index),
    ip: `2001:db8:7:${index % 4}::1`,
  }));
  return [
    exactly('guesses at one address, compared of 50 at once', one, 5),
    exactly('guesses of one IP address, compared of 50 at once', ip, 30),
    exactly('guesses of one /48, compared of 120 at once', network, 90),
  ];
}

/**
 * Reaches the day's limit with a hundred guesses at once. Guesses in progress are
 * still compared, later ones are not.
 */
async function breaker(fixture: Fixture): Promise<Figure[]> {
  const left = 10;
  const emails = await askedFor(fixture, 101);
  const guess = (index: number) => ({ email: emails[index] ?? '' });
  await sql`
    update hourly_counts set count = 1000 - ${left} where counter = 'wrong_guesses'
  `.execute(statements(fixture.look.orm.em.fork()));
  const atOnce = await compared(fixture, 100, guess);
  const next = await compared(fixture, 1, () => guess(100));
  return [
    {
      name: `guesses of 100 at once, compared with ${left} left of the day`,
      value: atOnce,
      atLeast: left,
    },
    none('guesses after them, compared', next),
  ];
}

/** The day's limit is exact, except for guesses in progress. */
export const limits: Scenario = {
  name: 'abuse/limits',
  promise: 'limits are exact over two instances',
  run: async ({ databaseUrl }) => {
    await using service = await startService(databaseUrl, { instances: 2 });
    await using look = await lookInto(databaseUrl);
    const fixture = { service, look };
    return [
      await sends(fixture),
      ...(await guesses(fixture)),
      ...(await breaker(fixture)),
    ];
  },
};
