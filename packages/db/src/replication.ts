import { sql, type RawBuilder } from 'kysely';
import { type Executor, statements } from './database.ts';
import { preparedSql } from './prepared-query.ts';

/**
 * A position of the primary's write-ahead log, in bytes since the cluster began; exact to 2^53, or 9 PB. What was committed before
 * a position was read is read from every standby that has replayed that far, by any later statement.
 */
export type LogPosition = number;

/** The log's end on the primary: no transaction that has been committed ends later. */
export const logEnd = sql`pg_current_wal_insert_lsn()`;

/** A `pg_lsn` as a number. */
export const logNumber = (position: RawBuilder<unknown>) =>
  sql<LogPosition>`(${position} - '0/0'::pg_lsn)::float8`;

const seconds = (instant: RawBuilder<unknown>) =>
  sql<number>`extract(epoch from ${instant})::float8`;

/**
 * Writes a commit to the primary's log, by whose time standbys tell how far they lag, and reads the primary's clock, in seconds. It
 * is the transaction's id that has its commit written, and an id that nobody selects is never taken.
 */
export const beat = preparedSql(
  () => sql<{ now: number; transaction: string }>`
    select ${seconds(sql`clock_timestamp()`)} as now, pg_current_xact_id()::text as transaction
  `,
);

/**
 * How far a standby has replayed the primary's log, and when the last transaction that it replayed was committed, in seconds by the
 * primary's clock. No row where the server is no standby: one that was promoted no longer follows the primary.
 */
export const readReplay = preparedSql(
  () => sql<{ position: LogPosition; committedAt: number }>`
    select coalesce(${logNumber(sql`pg_last_wal_replay_lsn()`)}, 0) as position,
      coalesce(${seconds(sql`pg_last_xact_replay_timestamp()`)}, 0) as "committedAt"
    where pg_is_in_recovery()
  `,
);

/**
 * Forgets the changes that are marked beyond the log's end: their rows were restored from another cluster, whose log was longer, and
 * no replica of this one would be read until it has grown as far.
 */
export async function forgetForeignMarks(em: Executor): Promise<void> {
  const isForeign = sql<boolean>`position > ${logEnd}`;
  await statements(em).deleteFrom('last_writes').where(isForeign).execute();
  await statements(em)
    .updateTable('last_removals')
    .set({ position: '0/0' })
    .where(isForeign)
    .execute();
}
