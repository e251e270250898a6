import { statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { startAttack, type Ask, type Attack, type AttackPlan } from './attack.ts';
import { measureBeside } from './beside.ts';
import type { Scenario } from './scenario.ts';
import { startSubject, type People, type Subject } from './subject.ts';

/** So many calls of one batch, as the path of its request. */
function batchOf(calls: { path: string; input: unknown }[]): string {
  const paths = calls.map(({ path }) => path).join(',');
  const inputs = Object.fromEntries(calls.map(({ input }, index) => [index, input]));
  return `/trpc/${paths}?batch=1&input=${encodeURIComponent(JSON.stringify(inputs))}`;
}

/** Calls in one batch, at most. */
const largestBatch = 10;

const repeat = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** The dearest legal batch: page after page of a hundred profiles, each as large as it may be. */
export const largePages = batchOf(
  repeat(largestBatch, () => ({ path: 'profiles.list', input: { limit: 100 } })),
);

/** Two characters have no trigram that an index could find. */
const searches = batchOf(
  repeat(largestBatch, (index) => ({
    path: `moderation.profiles.${index % 2 === 0 ? 'countMatching' : 'search'}`,
    input: { text: '漢字' },
  })),
);

/** An attacker's address, of one network for all of them. */
const addressOf = (index: number) => `203.0.113.${index + 1}`;

type Loops = Omit<Extract<AttackPlan, { kind: 'loops' }>, 'kind' | 'origin' | 'asks'>;

const loops = async ({ origin }: Subject, asks: Ask[], more: Loops = {}) =>
  startAttack({ origin, kind: 'loops', asks, ...more });

type Circumstances = { people?: People; seconds?: number };

/** A scenario of somebody who attacks while others read and sign in. */
function beside(
  name: string,
  begin: (subject: Subject, short: boolean) => Promise<Attack>,
  { people = { users: 60, profiles: 100 }, seconds = 15 }: Circumstances = {},
): Scenario {
  return {
    name,
    run: async ({ databaseUrl, short }) => {
      await using subject = await startSubject(databaseUrl, people);
      return await measureBeside(subject, short ? 3 : seconds, () =>
        begin(subject, short),
      );
    },
  };
}

/** The dearest batch, asked for by the account and from the address of that number. */
const askForPages = ({ tokens }: Subject, index: number): Ask => ({
  path: largePages,
  token: tokens[1 + index] ?? '',
  ip: addressOf(index),
});

/** Four loops of one account. */
const batchInLoops = (name: string, encoding: string) =>
  beside(name, (subject) =>
    loops(
      subject,
      repeat(4, () => ({ ...askForPages(subject, 0), encoding })),
    ),
  );

/** 240 answers to one account that nobody reads, or reads byte by byte. */
const slowReaders = (name: string, drips: boolean) =>
  beside(
    name,
    (subject, short) =>
      startAttack({
        origin: subject.origin,
        kind: 'readers',
        ask: askForPages(subject, 0),
        total: short ? 10 : 240,
        drips,
      }),
    { seconds: 40 },
  );

/** Holds the lock of the second user's row until it is let go. */
async function lockRow(orm: Orm): Promise<() => Promise<void>> {
  const locked = Promise.withResolvers<void>();
  const letGo = Promise.withResolvers<void>();
  const holding = orm.em.fork().transactional(async (em) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(statements(em));
    await sql`select from users where email_key = 'person2@example.com' for update`.execute(
      statements(em),
    );
    locked.resolve();
    await letGo.promise;
  });
  await Promise.race([locked.promise, holding]);
  return async () => {
    letGo.resolve();
    await holding;
  };
}

/** The user of a locked row writes, twenty times at once. */
async function writeToLockedRow(subject: Subject): Promise<Attack> {
  const unlock = await lockRow(subject.orm);
  const ask = {
    path: '/api/v1/users/me',
    method: 'PATCH',
    token: subject.tokens[1] ?? '',
  };
  const attack = await loops(
    subject,
    repeat(20, (index) => ({
      ...ask,
      ip: addressOf(0),
      json: { worldId: String(index) },
    })),
  );
  return {
    stop: async () => {
      await unlock();
      return attack.stop();
    },
  };
}

/** What takes the service's time, connections or memory from everybody else. */
export const attacks: Scenario[] = [
  batchInLoops('batch', 'identity'),
  batchInLoops('batch-compressed', 'br'),
  beside('batch-network', (subject) =>
    loops(
      subject,
      repeat(50, (index) => askForPages(subject, index)),
    ),
  ),
  beside('made-up-tokens', (subject) =>
    loops(
      subject,
      repeat(400, () => ({ path: '/api/v1/users/me', ip: addressOf(0) })),
      { makesUpTokens: true, perSecond: 10_000 },
    ),
  ),
  slowReaders('unread', false),
  slowReaders('byte-a-second', true),
  beside(
    'moderator-search',
    (subject) =>
      loops(
        subject,
        repeat(4, () => ({
          path: searches,
          token: subject.tokens[0] ?? '',
          ip: addressOf(0),
        })),
      ),
    { people: { users: 1_000, profiles: 100_000 } },
  ),
  beside('locked-row', writeToLockedRow),
];
