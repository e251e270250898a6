import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Changes per statement. */
const chunk = 1_000;

/** Does nothing while another instance numbers. Returns how many it numbered. */
export async function numberChunk(em: Executor): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`
    select number_changes(${sql.lit(chunk)}) as numbered
  `.execute(statements(em));
  return rows[0]?.numbered ?? 0;
}

/** Seconds that the oldest change has waited for its number; 0 if none waits. */
export async function readPendingSeconds(em: Executor): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(0, extract(epoch from current_instant() - min(at)))::float8 as seconds from pending_changes
  `.execute(statements(em));
  return rows[0]?.seconds ?? 0;
}
