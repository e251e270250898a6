import {
  allRows,
  type Executor,
  firstRow,
  preparedSql,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';

/*
 * Jobs in the database, shared by all instances.
 *
 * Problem: each job must run in one instance, and must survive a crash of that
 * instance.
 *
 * Plan: a job is one row per kind and key. A worker claims it by writing the end
 * of a lease. When the lease has passed, another worker claims the job again. The
 * lease's end also identifies the claim: a late worker finds another lease and
 * changes nothing.
 *
 * Price: a crashed job waits for its lease, and a job may run twice.
 */

/** Jobs that mail decisions of moderators. The key is the recipient's user id. */
export const decisionKind = 'decision';

/** Seconds of a recurring job's lease. A crashed job runs again after it. */
const leaseSeconds = 900;

/** Each claim has a different `leasedUntil`. */
export type Claimed = { kind: string; key: string; leasedUntil: string };

/** Claims a job; creates a missing one. Undefined if it is not due or is leased. */
export function claimRecurring(em: Executor, kind: string): Promise<Claimed | undefined> {
  const lease = sql`current_instant() + make_interval(secs => ${leaseSeconds})`;
  return firstRow(em)<Claimed>`
    insert into jobs (kind, key, run_at, leased_until)
    values (${kind}, '', current_instant(), ${lease})
    on conflict (kind, key) do update set leased_until = excluded.leased_until
      where jobs.run_at <= current_instant() and coalesce(jobs.leased_until <= current_instant(), true)
    returning kind, key, leased_until::text as "leasedUntil"
  `;
}

/** A claimed job of many. `runAt` is when it was due, `age` the seconds since its creation. */
export type ClaimedJob = Claimed & { runAt: string; age: number; progress: unknown };

/** Claims the job with the oldest `run_at`. Undefined if no due job is free. */
export const claimDue = (
  em: Executor,
  kind: string,
  seconds: number,
): Promise<ClaimedJob | undefined> =>
  firstRow(em)<ClaimedJob>`
    update jobs set leased_until = current_instant() + make_interval(secs => ${seconds})
    where kind = ${kind} and key = (
      select key from jobs
      where kind = ${kind} and run_at <= current_instant() and coalesce(leased_until <= current_instant(), true)
      order by run_at limit 1 for no key update skip locked
    )
    returning kind, key, progress, run_at::text as "runAt", leased_until::text as "leasedUntil",
      extract(epoch from current_instant() - created_at)::float8 as age
  `;

type Wanted = {
  kind: string;
  keys: readonly string[];
  minutes: number;
  /** Whether an existing job that would run later runs then. */
  hastens: boolean;
};

/**
 * Creates a missing job for each key. Locks existing jobs. A worker that wants to
 * delete one waits for this transaction, then looks for work again. All callers
 * lock in the same order.
 */
export const ensureJobs = preparedSql(
  (value: Value<Wanted>) => sql`
    insert into jobs (kind, key, run_at)
    select ${value('kind')}::text, key, current_instant() + make_interval(mins => ${value('minutes')}::int)
    from unnest(${value('keys')}::text[]) as wanted (key) order by key
    on conflict (kind, key) do update
    set run_at = case when ${value('hastens')}::boolean then least(jobs.run_at, excluded.run_at) else jobs.run_at end
  `,
);

/**
 * Seconds that the oldest job of each kind has been due; 0 if it is not due yet.
 * Leaves out mails about decisions, because only 200 leave per hour. The job that
 * sends them is included.
 */
export const readJobLags = (em: Executor) =>
  allRows(em)<{ kind: string; seconds: number }>`
    select kind, greatest(0, extract(epoch from current_instant() - min(run_at)))::float8 as seconds
    from jobs where kind <> ${decisionKind} group by kind
  `;

/**
 * Locks a job unless it was claimed again, even after the lease. Returns the time
 * this many seconds from now.
 */
export async function lockClaimed(
  em: Executor,
  { kind, key, leasedUntil }: Claimed,
  seconds: number,
): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('jobs')
    .select(
      sql<string>`(current_instant() + make_interval(secs => ${seconds}))::text`.as('at'),
    )
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('leasedUntil', '=', leasedUntil)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.at;
}
