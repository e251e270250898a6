import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** An endpoint that was switched off: because it said that it is gone, or accepted nothing for a day. */
type SwitchedOff = { id: string; url: string; isGone: boolean };

/** Takes the endpoints that were switched off and whose admins are to be told now, for five minutes each. */
export async function claimMailDue(em: Executor): Promise<SwitchedOff[]> {
  const { rows } = await sql<SwitchedOff>`
    update webhook_endpoints set mail_due_at = current_instant() + interval '5 minutes'
    where state = 'failed' and mail_due_at <= current_instant()
    returning id, url, failing_since > current_instant() - interval '1 day' as "isGone"
  `.execute(statements(em));
  return rows;
}

/** Records that the admins were told. */
export const recordMailed = (em: Executor, id: string) =>
  statements(em)
    .updateTable('webhook_endpoints')
    .set({ mailDueAt: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute();
