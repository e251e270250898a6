import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** A user's key; another user's of the same name is another. */
export type RequestKey = { userId: string; key: string };

/** The present, and the instant after which an answer was kept if it still counts. */
export type Hold = { now: string; dayAgo: string };

/** Holds the key until the transaction ends; undefined where another request holds it. */
export async function holdKey(
  em: Executor,
  { userId, key }: RequestKey,
): Promise<Hold | undefined> {
  const { rows } = await sql<Hold>`
    select current_instant()::text as now, (current_instant() - interval '24 hours')::text as "dayAgo"
    where pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0))
  `.execute(statements(em));
  return rows[0];
}
