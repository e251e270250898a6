import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Changes numbered by one statement. */
const chunk = 1_000;

/**
 * Gives the next numbers to one chunk of the changes that are committed and have none, unless another does so just now. Returns
 * how many it numbered.
 */
export async function numberChunk(em: Executor): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`
    select number_changes(${sql.lit(chunk)}) as numbered
  `.execute(statements(em));
  return rows[0]?.numbered ?? 0;
}

/** Seconds for which the change that has waited longest has waited for its number: 0 where none waits. */
export async function readPendingSeconds(em: Executor): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from current_instant() - min(at)))::float8 as seconds from pending_changes
  `.execute(statements(em));
  return rows[0]?.seconds ?? 0;
}
