import { prepared, statements, violatesUnique } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../auth/sessions.ts';
import type { Deps, EntityManager } from '../context.ts';
import { despiteDeadlocks, inTransaction } from '../deadlocks.ts';
import { tokenInvalid, usernameTaken } from '../errors.ts';
import { isReserved, isoInstant, usernameKey } from '../text.ts';
import { lockUser } from './management/queries.ts';
import { lastAdmin } from './management/refusals.ts';
import type { UpdateMeInput } from './schemas.ts';
import { userColumns, userView, type UserRow } from './view.ts';

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

async function writeUser(
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

const sendsNothing = (input: z.infer<typeof UpdateMeInput>) =>
  Object.values(input).every((value) => value === undefined);

/** The user, their role, and when their session ends if it is not used again. */
export function readMe({ user, role, sessionEndsAt }: Actor) {
  return {
    data: { user: userView(user), role, session: { expiresAt: isoInstant(sessionEndsAt) } },
  };
}

/** Writes what was sent and keeps the rest; nothing sent changes nothing. Gives `USERNAME_TAKEN`. */
export async function updateMe({ em }: Deps, actor: Actor, input: z.infer<typeof UpdateMeInput>) {
  if (typeof input.username === 'string' && isReserved(input.username)) {
    throw usernameTaken();
  }
  if (sendsNothing(input)) {
    return { data: { user: userView(actor.user) } };
  }
  const row = await writeUser(em, actor.userId, input).catch((error: unknown) => {
    throw violatesUnique(error, 'users_username_key_unique') ? usernameTaken(error) : error;
  });
  if (!row) {
    // Deleted since the call was let in; the token is as good as ended.
    throw tokenInvalid();
  }
  return { data: { user: userView(row) } };
}

const erase = (em: EntityManager, userId: string) =>
  sql`
    with erased as (delete from users where id = ${userId} returning email_key),
    forgotten as (delete from challenges where email in (select email_key from erased))
    delete from outbox where recipient in (select email_key from erased)
  `.execute(statements(em));

/** Refuses what would leave nobody who can give roles: no other admin, and no address that is one by `ADMIN_EMAILS`. */
async function refuseLastAdmin(deps: Deps, userId: string): Promise<void> {
  const user = await lockUser(deps, userId);
  if (user?.isLastAdmin && deps.settings.adminEmails.size === 0) {
    throw lastAdmin();
  }
}

/**
 * Erases the user for good: sessions and profiles go with them, and so do the records of
 * mails to them and codes that are still on their way. Gives `LAST_ADMIN`.
 */
export async function removeMe(deps: Deps, actor: Actor): Promise<{ data: null }> {
  await (actor.role === 'admin'
    ? inTransaction(deps.em, async (em) => {
        await refuseLastAdmin({ ...deps, em }, actor.userId);
        await erase(em, actor.userId);
      })
    : despiteDeadlocks(() => erase(deps.em, actor.userId)));
  return { data: null };
}
