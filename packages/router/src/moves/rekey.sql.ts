import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import { moveKind } from './moves.sql.ts';

/**
 * Derives the codes of open changes with this secret key, and has the newest notice with
 * each code mailed again. Codes that were mailed before stop working. Returns how many
 * changes there were. Leaves out those that only a session asked for: their codes work
 * for 30 minutes.
 */
export async function rekeyMoves(em: Executor, keyId: string): Promise<number> {
  const { rows } = await sql`
    with rekeyed as (
      update moves set key_id = ${keyId}
      where key_id <> ${keyId} and closed_at is null
        and case when done_at is null then is_case else undo_until > current_instant() end
      returning id
    )
    insert into jobs (kind, key, run_at) select ${moveKind}, id::text, current_instant() from rekeyed
    on conflict (kind, key) do update set run_at = excluded.run_at
    returning 1
  `.execute(statements(em));
  return rows.length;
}
