import { type Executor, onlyRow } from '@namecard/db';
import { sql } from 'kysely';

/** Changes per statement. */
const chunk = 1_000;

/** Does nothing while another instance numbers. Returns how many it numbered. */
export async function numberChunk(em: Executor): Promise<number> {
  const { numbered } = await onlyRow(em)<{ numbered: number }>`
    select number_changes(${sql.lit(chunk)}) as numbered
  `;
  return numbered;
}

/** Seconds that the oldest change has waited for its number; 0 if none waits. */
export async function readPendingSeconds(em: Executor): Promise<number> {
  const { seconds } = await onlyRow(em)<{ seconds: number }>`
    select greatest(0, extract(epoch from current_instant() - min(at)))::float8 as seconds from pending_changes
  `;
  return seconds;
}
