import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Switched off because it is gone, or accepted nothing for a day. */
type SwitchedOff = { url: string; isGone: boolean };

/** Undefined if it is switched on again, or removed. */
export async function readSwitchedOff(
  em: Executor,
  id: string,
): Promise<SwitchedOff | undefined> {
  const { rows } = await sql<SwitchedOff>`
    select url, failing_since > current_instant() - interval '1 day' as "isGone"
    from webhook_endpoints where id = ${id} and state = 'failed'
  `.execute(statements(em));
  return rows[0];
}
