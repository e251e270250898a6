import { setTimeout as sleep } from 'node:timers/promises';
import { statements, type Orm } from '@namecard/db';
import { sql } from 'kysely';
import { ask, sendCode, type Answer } from '../harness/ask.ts';
import { exactly, none, type Figure } from '../harness/figures.ts';
import { freshEmail } from '../harness/people.ts';
import { byTurns } from '../harness/start-service.ts';
import { statusesOf, type Fixture } from './two-instances.ts';

/** Connections for calls: of ten, health and background work have one each. */
const poolSize = 8;

/** Simultaneous requests, more than connections. */
const crowd = 12;

/** Milliseconds, below PostgreSQL's lock timeout of five seconds. */
const timeout = 3_000;

const isBlocked = sql`datname = current_database() and wait_event_type = 'Lock'`;

async function count(orm: Orm, what = sql`count(*)::int`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${what} as count from pg_stat_activity where ${isBlocked}
  `.execute(statements(orm.em.fork()));
  return rows[0]?.count ?? 0;
}

/** Ends all connections that wait inside a transaction. Returns their number. */
const terminateBlocked = async (orm: Orm) =>
  count(orm, sql`count(*) filter (where pg_terminate_backend(pid))::int`);

/** The most waiting connections seen at once, up to `enough`. */
async function mostBlocked(orm: Orm, enough: number): Promise<number> {
  let most = 0;
  for (const end = Date.now() + timeout; most < enough && Date.now() < end;) {
    most = Math.max(most, await count(orm));
    await sleep(10);
  }
  return most;
}

/**
 * Sends a crowd to each origin while their addresses' rows are locked, so that
 * all wait inside transactions. Each uses another address, because calls for one
 * address wait earlier.
 */
async function crowdUp<Seen>(
  { orm, service: { origin } }: Fixture,
  asked: readonly string[],
  whileWaiting: () => Promise<Seen>,
): Promise<{ seen: Seen; answers: Answer[] }> {
  const emails = Array.from({ length: crowd }, () => freshEmail('crowd'));
  await Promise.all(emails.map(async (email) => sendCode(origin, email)));
  let answering: Promise<Answer>[] = [];
  const seen = await orm.em.fork().transactional(async (em) => {
    await sql`select from addresses where email = any(${emails}) for update`.execute(
      statements(em),
    );
    answering = asked.flatMap((one) => emails.map(async (email) => sendCode(one, email)));
    return whileWaiting();
  });
  return { seen, answers: await Promise.all(answering) };
}

/** Whether each instance can still use all connections of its pool at once. */
export async function countSlots(fixture: Fixture): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const origin of fixture.service.origins) {
    const { seen, answers } = await crowdUp(fixture, [origin], () =>
      mostBlocked(fixture.orm, poolSize),
    );
    const well = statusesOf(answers)[200] ?? 0;
    figures.push(
      exactly('transactions that an instance has at once', seen, poolSize),
      exactly('of the crowd, answered 200', well, answers.length),
    );
  }
  return figures;
}

/** Repeatedly ends the connections of whole pools inside their transactions. */
export async function terminateMidTransaction(
  fixture: Fixture,
  rounds: number,
): Promise<Figure[]> {
  const { service, orm } = fixture;
  let terminated = 0;
  const answers: Answer[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const up = await crowdUp(fixture, service.origins, async () => {
      await mostBlocked(orm, 2 * poolSize);
      return terminateBlocked(orm);
    });
    terminated += up.seen;
    answers.push(...up.answers);
  }
  const after = await Promise.all(
    Array.from({ length: 50 }, async (_, index) =>
      ask(`${byTurns(service.origins, index)}/readyz`),
    ),
  );
  const { 200: well = 0, 503: refused = 0 } = statusesOf(answers);
  const silent = answers.filter(
    ({ status, headers }) => status === 503 && headers['retry-after'] === undefined,
  );
  return [
    { name: 'connections terminated mid-transaction', value: terminated, atLeast: 1 },
    { name: 'their requests, answered 503', value: refused, atLeast: 1 },
    none('of them without Retry-After', silent.length),
    none('wrong answers', answers.length - well - refused),
    exactly('of 50 requests right after that, 200', statusesOf(after)[200] ?? 0, 50),
  ];
}
