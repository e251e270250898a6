import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { EntityManager } from '../context.ts';

/** A user's key; another user's of the same name is another. */
export type RequestKey = { userId: string; key: string };

/** Holds the key until the transaction ends, or returns false where another request holds it. */
export async function holdKey(em: EntityManager, { userId, key }: RequestKey): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`idempotency ${userId} ${key}`}, 0)) as held
  `.execute(statements(em));
  return rows[0]?.held ?? false;
}

/** What was answered under the key in the last 24 hours, and to what input. */
export const findAnswer = (em: EntityManager, { userId, key }: RequestKey) =>
  statements(em)
    .selectFrom('idempotency_keys')
    .select(['input_hash', 'answer'])
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .where(sql<boolean>`created_at > current_instant() - interval '24 hours'`)
    .executeTakeFirst();

/** Keeps the answer under the key, in the place of one that is too old to count. */
export async function keepAnswer(
  em: EntityManager,
  { userId, key }: RequestKey,
  inputHash: Buffer,
  answer: unknown,
): Promise<void> {
  await sql`
    insert into idempotency_keys (user_id, key, input_hash, answer)
    values (${userId}, ${key}, ${inputHash}, ${JSON.stringify(answer)})
    on conflict (user_id, key) do update
      set input_hash = excluded.input_hash, answer = excluded.answer, created_at = current_instant()
  `.execute(statements(em));
}
