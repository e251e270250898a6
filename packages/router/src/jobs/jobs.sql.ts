import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { sql } from 'kysely';

/** The jobs that mail people what moderators decided about them. The key is the id of the person. */
export const decisionKind = 'decision';

/** Seconds for which a claimed job is one worker's; then, if it crashed or failed, it is run again. */
const leaseSeconds = 900;

/** A job as it was claimed: whoever claims it later has another lease. */
export type Claimed = { kind: string; key: string; leasedUntil: string };

/**
 * Takes a job that recurs, of which there is one of its kind, where it is due; the first time it is made and due at once. While
 * another has it, and until it is due again, there is nothing to take.
 */
export async function claimRecurring(
  em: Executor,
  kind: string,
): Promise<Claimed | undefined> {
  const lease = sql`current_instant() + make_interval(secs => ${leaseSeconds})`;
  const { rows } = await sql<Claimed>`
    insert into jobs (kind, key, run_at, leased_until, attempts)
    values (${kind}, '', current_instant(), ${lease}, 1)
    on conflict (kind, key) do update set leased_until = excluded.leased_until, attempts = jobs.attempts + 1
      where jobs.run_at <= current_instant() and coalesce(jobs.leased_until <= current_instant(), true)
    returning kind, key, leased_until::text as "leasedUntil"
  `.execute(statements(em));
  return rows[0];
}

/** Takes the job of a kind that has been due for longest, for so many seconds; undefined where none is due that nobody has. */
export async function claimDue(
  em: Executor,
  kind: string,
  seconds: number,
): Promise<(Claimed & { progress: unknown }) | undefined> {
  const { rows } = await sql<Claimed & { progress: unknown }>`
    update jobs set leased_until = current_instant() + make_interval(secs => ${seconds}), attempts = attempts + 1
    where kind = ${kind} and key = (
      select key from jobs
      where kind = ${kind} and run_at <= current_instant() and coalesce(leased_until <= current_instant(), true)
      order by run_at limit 1 for no key update skip locked
    )
    returning kind, key, progress, leased_until::text as "leasedUntil"
  `.execute(statements(em));
  return rows[0];
}

type Wanted = { kind: string; keys: readonly string[]; minutes: number };

/**
 * Makes a job for each key that has none, due in so many minutes. One that is there stays as it is, but is locked: a worker that is
 * about to end it waits for this transaction, and looks again. All lock in the same order.
 */
export const ensureJobs = preparedSql(
  (value: Value<Wanted>) => sql`
    insert into jobs (kind, key, run_at)
    select ${value('kind')}::text, key, current_instant() + make_interval(mins => ${value('minutes')}::int)
    from unnest(${value('keys')}::text[]) as wanted (key) order by key
    on conflict (kind, key) do update set kind = excluded.kind
  `,
);

/**
 * For how many seconds a job of each kind has been due: 0 where none is. Mails about decisions are left out: 200 leave in an hour, and
 * those of a wave wait for hours. Whether they leave is told by the job that sends them.
 */
export async function readJobLags(
  em: Executor,
): Promise<{ kind: string; seconds: number }[]> {
  const { rows } = await sql<{ kind: string; seconds: number }>`
    select kind, greatest(0, extract(epoch from current_instant() - min(run_at)))::float8 as seconds
    from jobs where kind <> ${decisionKind} group by kind
  `.execute(statements(em));
  return rows;
}

/** Locks a claimed job, and returns the instant that is so many seconds from now; undefined once another has claimed it. */
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
