import { type Executor, firstRow, onlyRow, statements } from '@namecard/db';
import { sql } from 'kysely';
import { canBeTakenBack } from '../../access/challenges.sql.ts';
import { isUndeliverable } from '../../mail/recipients.sql.ts';

/** The user who signs in with the address, or who has left it and can come back to it. */
export const findUser = (em: Executor, address: string) =>
  firstRow(em)<{ id: string; email: string }>`
    select id, email from users where email_key = ${address} or id in (
      select user_id from moves
      where from_key = ${address} and ${canBeTakenBack}
    )
  `;

/**
 * Locks an address in lower case, even an unknown one, against requests for mail.
 * Call it before locking the user, as erasures do.
 */
export const lockAddress = (em: Executor, address: string) =>
  sql`
    insert into addresses (email, asked_at) values (${address}, current_instant())
    on conflict (email) do update set asked_at = addresses.asked_at
  `.execute(statements(em));

/** Locks an address in lower case if an operator has blocked it. */
export const lockSuppressed = (em: Executor, address: string) =>
  sql`select from addresses where email = ${address} and suppressed_at is not null for update`.execute(
    statements(em),
  );

/** Locks the waiting mails of an address in lower case. Returns their ids. */
export async function lockWaiting(em: Executor, address: string): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', address)
    .where('state', '=', 'queued')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether no mail reaches an address in lower case. */
export async function isSuppressed(em: Executor, address: string): Promise<boolean> {
  const { is } = await onlyRow(em)<{ is: boolean }>`
    select ${isUndeliverable(sql`${address}`)} as is
  `;
  return is;
}
