import { prepared, statements } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import { userColumns, type UserRow } from '../access/queries.ts';
import type { EntityManager } from '../context.ts';
import { usernameKey } from '../text.ts';
import type { UpdateMeInput } from './schemas.ts';

/** Each column as it is, or as it is to be: a value is preceded by whether it was sent. */
const writeRow = prepared((database, value) => {
  const sentOr = (column: keyof UserRow, number: number) =>
    sql<string>`case when ${value(number)}::boolean then ${value(number + 1)}::text else ${sql.ref(column)} end`;
  return database
    .updateTable('users')
    .set({
      username: sentOr('username', 2),
      username_key: sql`case when ${value(2)}::boolean then ${value(12)}::text else username_key end`,
      wallet_address: sentOr('wallet_address', 4),
      farcaster_id: sentOr('farcaster_id', 6),
      coinbase_wallet: sentOr('coinbase_wallet', 8),
      world_id: sentOr('world_id', 10),
      updated_at: sql`current_instant()`,
    })
    .where('id', '=', value<string>(1))
    .returning(userColumns);
});

type Sent = string | null | undefined;

/** An empty identity is no identity. */
const unlinked = (value: Sent) => (value === '' ? null : value);

/** Writes what was sent of a user's own record. Returns nothing where they have been erased meanwhile. */
export async function writeUser(
  em: EntityManager,
  userId: string,
  input: z.infer<typeof UpdateMeInput>,
): Promise<UserRow | undefined> {
  const { username, walletAddress, farcasterId, coinbaseWallet, worldId } = input;
  const identities = [walletAddress, farcasterId, coinbaseWallet, worldId].map(unlinked);
  const values = [username, ...identities].flatMap((sent) => [sent !== undefined, sent ?? null]);
  const key = typeof username === 'string' ? usernameKey(username) : null;
  const [row] = await writeRow(em, userId, ...values, key);
  return row;
}

/** Deletes the user with all that hangs on the row, and the mails and codes that are still on their way to them. */
export const eraseUser = (em: EntityManager, userId: string) =>
  sql`
    with erased as (delete from users where id = ${userId} returning email_key),
    forgotten as (delete from challenges where email in (select email_key from erased))
    delete from outbox where recipient in (select email_key from erased)
  `.execute(statements(em));
