import { allRows, every, type Executor } from '@namecard/db';
import { sql } from 'kysely';
import { isFailed } from './endpoints.sql.ts';

/** Most deliveries that one call sends again. */
const longestResend = 10_000;

/** Requeues one delivery or the oldest ones, for another day. Returns how many. */
export async function requeueFailed(
  em: Executor,
  { id, number }: { id: string; number?: number | undefined },
): Promise<number> {
  const isChosen = number !== undefined && sql`number = ${number}`;
  const rows = await allRows(em)`
    with failed as (
      select number from webhook_deliveries
      where ${every([sql`endpoint_id = ${id}`, isFailed, isChosen])}
      order by number limit ${longestResend} for no key update
    )
    update webhook_deliveries d set state = 'waiting', attempts = 0, settled_at = null,
      due_since = current_instant(), next_at = current_instant()
    from failed where d.endpoint_id = ${id} and d.number = failed.number returning 1
  `;
  return rows.length;
}
