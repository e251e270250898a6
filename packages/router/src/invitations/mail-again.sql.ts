import { allRows, type Executor } from '@namecard/db';
import { sql } from 'kysely';
import { isRefusedMail } from '../mail/never-again.sql.ts';
import { isUndeliverable } from '../mail/recipients.sql.ts';

/** Makes another mail due, once for each that may still get one. Returns how many. */
export async function mailRowsAgain(
  em: Executor,
  asked: readonly { address: string; hash: string }[],
): Promise<number> {
  const rows = await allRows(em)`
    update invitations set again_at = current_instant(), mail_due_at = current_instant(), refusal = null
    from unnest(${asked.map(({ address }) => address)}::text[], ${asked.map(({ hash }) => hash)}::text[]) as given (address, hash)
    where email_key = given.address and again_at is null and used_at is null and withdrawn_at is null
      and (mailed_at is not null or refusal is not null)
      and not ${isRefusedMail(sql`given.hash`)} and not ${isUndeliverable(sql`email_key`)}
    returning 1
  `;
  return rows.length;
}
