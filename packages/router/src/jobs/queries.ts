import { statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { endsAt } from '../access/queries.ts';
import type { EntityManager } from '../context.ts';

/** Rows deleted by one statement: few enough that nobody waits long for their locks. */
const chunk = 1_000;

/** Any number will do; every instance of Namecard has to use the same one. */
const sweepLock = 6_262_538;

/** A table and which of its rows are kept no longer. */
export type Due = { table: string; where: RawBuilder<unknown> };

const before = (interval: string) => sql`current_instant() - ${interval}::interval`;

/** What is kept no longer, in the order in which it can go: challenges before the addresses they hang on. */
export const dueRows = ({ sessionDays }: { sessionDays: number }): Due[] => [
  { table: 'challenges', where: sql`created_at < ${before('24 hours')}` },
  {
    table: 'addresses',
    where: sql`asked_at < ${before('24 hours')}
      and coalesce(guesses[cardinality(guesses)] < ${before('24 hours')}, true)
      and not exists (select from challenges where challenges.email = addresses.email)`,
  },
  { table: 'idempotency_keys', where: sql`created_at < ${before('24 hours')}` },
  { table: 'rate_limits', where: sql`began_at < ${before('1 hour')}` },
  { table: 'hourly_counts', where: sql`hour < ${before('24 hours')}` },
  {
    table: 'outbox',
    where: sql`state <> 'queued' and created_at < ${before('90 days')}`,
  },
  {
    // Nothing is kept of an address that asked for a code and never used one.
    table: 'outbox',
    where: sql`not known and created_at < ${before('24 hours')}
      and not exists (select from users where users.email_key = outbox.recipient)`,
  },
  {
    table: 'sessions',
    where: sql`coalesce(ended_at, ${endsAt(sessionDays)}) < ${before('30 days')}`,
  },
];

/**
 * Deletes one chunk of what is due and returns whether there may be more. Deletes nothing while another instance is at it;
 * rows that somebody holds are left to the next sweep.
 */
export async function deleteChunk(em: EntityManager, { table, where }: Due): Promise<boolean> {
  const { rows } = await sql`
    with turn as materialized (select pg_try_advisory_xact_lock(${sweepLock}) as ours)
    delete from ${sql.table(table)} where ctid = any(array(
      select ctid from ${sql.table(table)}
      where (select ours from turn) and ${where} limit ${chunk} for update skip locked
    )) returning 1
  `.execute(statements(em));
  return rows.length === chunk;
}
