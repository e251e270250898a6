import { statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { lookInto } from '../harness/look.ts';
import type { Scenario } from '../harness/scenario.ts';
import type { People, Service } from '../harness/start-service.ts';
import { startAttack, type Ask, type Attack, type AttackPlan } from './attack.ts';
import { measureBeside } from './beside.ts';
import { batchOf, largePages, largestBatch } from './large-pages.ts';
import { startSubject } from './subject.ts';

const repeat = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index));

/** Two characters are too few for the trigram index. */
const searches = batchOf(
  repeat(largestBatch, (index) => ({
    path: `moderation.profiles.${index % 2 === 0 ? 'countMatching' : 'search'}`,
    input: { text: '漢字' },
  })),
);

/** An attacker's address. All are in one network. */
const addressOf = (index: number) => `203.0.113.${index + 1}`;

type Loops = Omit<Extract<AttackPlan, { kind: 'loops' }>, 'kind' | 'origin' | 'asks'>;

const loops = async ({ origin }: Service, asks: Ask[], more: Loops = {}) =>
  startAttack({ origin, kind: 'loops', asks, ...more });

type Circumstances = { people?: People; seconds?: number };

type Attacked = { service: Service; databaseUrl: string; short: boolean };

/** An attack while others read and sign in. */
function beside(
  name: string,
  begin: (attacked: Attacked) => Promise<Attack>,
  { people = { users: 60, profiles: 100 }, seconds = 15 }: Circumstances = {},
): Scenario {
  return {
    name: `abuse/${name}`,
    promise: 'others read and sign in during the attack',
    run: async ({ databaseUrl, short }) => {
      await using service = await startSubject(databaseUrl, people);
      return await measureBeside(service, short ? 3 : seconds, () =>
        begin({ service, databaseUrl, short }),
      );
    },
  };
}

/** The most expensive batch, by this account and address. */
const askForPages = ({ tokens }: Service, index: number): Ask => ({
  path: largePages,
  token: tokens[1 + index] ?? '',
  ip: addressOf(index),
});

/** Four loops of one account. */
const batchInLoops = (name: string, encoding: string) =>
  beside(name, ({ service }) =>
    loops(
      service,
      repeat(4, () => ({ ...askForPages(service, 0), encoding })),
    ),
  );

/** 240 answers to one account that reads nothing, or byte by byte. */
const slowReaders = (name: string, drips: boolean) =>
  beside(
    name,
    ({ service, short }) =>
      startAttack({
        origin: service.origin,
        kind: 'readers',
        ask: askForPages(service, 0),
        total: short ? 10 : 240,
        drips,
      }),
    { seconds: 40 },
  );

/** Locks the second user's row until it is released. */
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
async function writeToLockedRow({ service, databaseUrl }: Attacked): Promise<Attack> {
  const look = await lookInto(databaseUrl);
  const unlock = await lockRow(look.orm);
  const ask = {
    path: '/api/v1/users/me',
    method: 'PATCH',
    token: service.tokens[1] ?? '',
  };
  const attack = await loops(
    service,
    repeat(20, (index) => ({
      ...ask,
      ip: addressOf(0),
      json: { worldId: String(index) },
    })),
  );
  return {
    stop: async () => {
      await unlock();
      await look[Symbol.asyncDispose]();
      return attack.stop();
    },
  };
}

/** Attacks on the service's time, connections or memory. */
export const attacks: Scenario[] = [
  batchInLoops('batch', 'identity'),
  batchInLoops('batch-compressed', 'br'),
  beside('batch-network', ({ service }) =>
    loops(
      service,
      repeat(50, (index) => askForPages(service, index)),
    ),
  ),
  beside('made-up-tokens', ({ service }) =>
    loops(
      service,
      repeat(400, () => ({ path: '/api/v1/users/me', ip: addressOf(0) })),
      { makesUpTokens: true, perSecond: 10_000 },
    ),
  ),
  slowReaders('unread', false),
  slowReaders('byte-a-second', true),
  beside(
    'moderator-search',
    ({ service }) =>
      loops(
        service,
        repeat(4, () => ({
          path: searches,
          token: service.tokens[0] ?? '',
          ip: addressOf(0),
        })),
      ),
    { people: { users: 1_000, profiles: 100_000 } },
  ),
  beside('locked-row', writeToLockedRow),
];
