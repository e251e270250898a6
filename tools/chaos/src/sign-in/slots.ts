import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import { ask, sendCode, type Answer } from './fixture/ask.ts';
import type { Observed } from './fixture/database.ts';
import { format, type Report } from './fixture/findings.ts';
import { freshEmail } from './fixture/people.ts';
import { byTurns, type Fixture } from './fixture/fixture.ts';

/** Connections that an instance has for calls: of ten, health and background work have one each. */
const poolSize = 8;

/** Requests that want a connection at once: more than there are. */
const crowd = 12;

/** Milliseconds within which the crowd has to be in: PostgreSQL lets nobody wait for a lock longer than five seconds. */
const timeout = 3_000;

const isBlocked = sql`datname = current_database() and wait_event_type = 'Lock'`;

async function count({ orm }: Observed, what = sql`count(*)::int`): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select ${what} as count from pg_stat_activity where ${isBlocked}
  `.execute(statements(orm.em.fork()));
  return rows[0]?.count ?? 0;
}

/** Ends every connection that waits in the middle of a transaction, and tells how many there were. */
const terminateBlocked = async (database: Observed) =>
  count(database, sql`count(*) filter (where pg_terminate_backend(pid))::int`);

/** The most connections that were seen waiting at once, `enough` at most. */
async function mostBlocked(database: Observed, enough: number): Promise<number> {
  let most = 0;
  for (const end = Date.now() + timeout; most < enough && Date.now() < end;) {
    most = Math.max(most, await count(database));
    await sleep(10);
  }
  return most;
}

/**
 * Lets a crowd at each of the origins ask, each for an address of their own, while the addresses' rows are locked, so that all wait
 * mid-transaction. Who asks for the same address as another waits for them first.
 */
async function crowdUp<Seen>(
  { database, origins }: Fixture,
  asked: string[],
  whileWaiting: () => Promise<Seen>,
): Promise<{ seen: Seen; answers: Answer[] }> {
  const emails = Array.from({ length: crowd }, () => freshEmail('crowd'));
  await Promise.all(emails.map(async (email) => sendCode(origins[0], email)));
  let answering: Promise<Answer>[] = [];
  const seen = await database.orm.em.fork().transactional(async (em) => {
    await sql`select from addresses where email = any(${emails}) for update`.execute(
      statements(em),
    );
    answering = asked.flatMap((origin) =>
      emails.map(async (email) => sendCode(origin, email)),
    );
    return whileWaiting();
  });
  return { seen, answers: await Promise.all(answering) };
}

/** Whether each instance can still use every connection of its pool at the same time. */
export async function countSlots(fixture: Fixture): Promise<Report> {
  const slots: number[] = [];
  const answers: Answer[] = [];
  for (const origin of fixture.origins) {
    const up = await crowdUp(fixture, [origin], async () =>
      mostBlocked(fixture.database, poolSize),
    );
    slots.push(up.seen);
    answers.push(...up.answers);
  }
  const well = answers.filter(({ status }) => status === 200).length;
  return [
    {
      promise:
        'no pool slot is lost: either instance still has eight transactions at a time',
      kept: slots.every((seen) => seen === poolSize) && well === answers.length,
      figures: `transactions at once ${slots.join(' and ')}, requests answered 200 ${well} of ${answers.length}`,
    },
  ];
}

/** Terminates the connections of whole pools in the middle of their transactions, again and again. */
export async function terminateMidTransaction(
  fixture: Fixture,
  rounds: number,
): Promise<Report> {
  let terminated = 0;
  const answers: Answer[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const up = await crowdUp(fixture, fixture.origins, async () => {
      await mostBlocked(fixture.database, 2 * poolSize);
      return terminateBlocked(fixture.database);
    });
    terminated += up.seen;
    answers.push(...up.answers);
  }
  const wrong = answers.filter(
    ({ status, headers }) =>
      status !== 200 && !(status === 503 && headers['retry-after'] !== undefined),
  );
  const after = await Promise.all(
    Array.from({ length: 50 }, async (_, index) =>
      ask(`${byTurns(fixture.origins, index)}/readyz`),
    ),
  );
  const refused = answers.filter(({ status }) => status === 503).length;
  return [
    {
      promise:
        'connections terminated mid-transaction: each request is answered, 503 with Retry-After where its own was lost',
      kept: terminated > 0 && refused > 0 && wrong.length === 0,
      figures: `rounds ${rounds}, terminated ${terminated}, answers ${answers.length}, of them 503 ${refused}, others than 200 and 503 ${format(wrong.map(({ status }) => status))}`,
    },
    {
      promise: 'right after that 50 parallel requests are answered',
      kept: after.every(({ status }) => status === 200),
      figures: `200 ${after.filter(({ status }) => status === 200).length} of 50`,
    },
  ];
}
