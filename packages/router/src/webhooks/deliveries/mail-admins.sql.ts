import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Switched off because it is gone, or accepted nothing for a day. */
type SwitchedOff = { id: string; url: string; isGone: boolean };

/** Claims the endpoints for five minutes. */
export async function claimMailDue(em: Executor): Promise<SwitchedOff[]> {
  const { rows } = await sql<SwitchedOff>`
    update webhook_endpoints set mail_due_at = current_instant() + interval '5 minutes'
    where state = 'failed' and mail_due_at <= current_instant()
    returning id, url, failing_since > current_instant() - interval '1 day' as "isGone"
  `.execute(statements(em));
  return rows;
}

export const recordMailed = (em: Executor, id: string) =>
  statements(em)
    .updateTable('webhook_endpoints')
    .set({ mailDueAt: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute();
