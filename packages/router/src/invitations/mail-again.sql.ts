import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Makes another mail due, once for each. Returns how many. */
export async function mailRowsAgain(
  em: Executor,
  addresses: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update invitations set again_at = current_instant(), mail_due_at = current_instant(), refusal = null
    where email_key = any(${addresses}::text[]) and again_at is null and used_at is null and withdrawn_at is null
      and (mailed_at is not null or refusal is not null)
    returning 1
  `.execute(statements(em));
  return rows.length;
}
