import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Keys that are kept of one user. */
const mostKeys = 1_000;

/** A user's key as it is kept; another user's of the same name is another. */
export type RequestKey = { userId: string; key: string };

export type KeptAnswer = { inputHash: Uint8Array; answer: unknown };

/**
 * Holds the key until the transaction ends, and returns whether it could: not where another request holds it. Whoever holds one
 * of the user's keys waits for those who hold another, so that what each finds and keeps is all there is.
 */
export async function holdKey(
  em: Executor,
  { userId, key }: RequestKey,
): Promise<boolean> {
  const lockOf = (...parts: string[]) =>
    sql`hashtextextended(${['idempotency', userId, ...parts].join(' ')}, 0)`;
  const { rows } = await sql`
    select pg_advisory_xact_lock(${lockOf()}) where pg_try_advisory_xact_lock(${lockOf(key)})
  `.execute(statements(em));
  return rows.length > 0;
}

/** What was kept under the key in the last 24 hours. */
export const findAnswer = async (
  em: Executor,
  { userId, key }: RequestKey,
): Promise<KeptAnswer | undefined> =>
  statements(em)
    .selectFrom('idempotency_keys')
    .select(['inputHash', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .where(sql<boolean>`created_at > current_instant() - interval '24 hours'`)
    .executeTakeFirst();

/** Keeps the answer under the key, in the place of one that is too old to count. The user's oldest keys beyond the most go. */
export async function keepAnswer(
  em: Executor,
  { userId, key }: RequestKey,
  { inputHash, answer }: KeptAnswer,
): Promise<void> {
  await sql`
    with kept as (
      insert into idempotency_keys (user_id, key, input_hash, answer)
      values (${userId}, ${key}, ${inputHash}, ${JSON.stringify(answer)})
      on conflict (user_id, key) do update set
        input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at
    )
    delete from idempotency_keys where (user_id, key) in (
      select user_id, key from idempotency_keys where user_id = ${userId} and key <> ${key}
      order by created_at desc, key offset ${sql.lit(mostKeys - 1)}
    )
  `.execute(statements(em));
}
