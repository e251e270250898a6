import { statements, violatesUnique, type Database } from '@namecard/db';
import { sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../auth/sessions.ts';
import type { Deps, EntityManager } from '../context.ts';
import { despiteDeadlocks } from '../deadlocks.ts';
import { tokenInvalid, usernameTaken } from '../errors.ts';
import { isReserved, isoInstant, usernameKey } from '../text.ts';
import type { UpdateMeInput } from './schemas.ts';
import { userColumns, userView, type UserRow } from './view.ts';

type UserColumns = Updateable<Database['users']>;

const writeUser = (
  em: EntityManager,
  userId: string,
  columns: UserColumns,
): Promise<UserRow | undefined> =>
  statements(em)
    .updateTable('users')
    .set({ ...columns, updated_at: sql`current_instant()` })
    .where('id', '=', userId)
    .returning(userColumns)
    .executeTakeFirst();

/** An empty identity is no identity. */
const unlinked = (value: string | null) => (value === '' ? null : value);

/** Named columns only: what a client sends is never assigned as it comes. */
function columnsOf(input: z.infer<typeof UpdateMeInput>): UserColumns {
  const { username, walletAddress, farcasterId, coinbaseWallet, worldId } = input;
  return {
    ...(username !== undefined && {
      username,
      username_key: username === null ? null : usernameKey(username),
    }),
    ...(walletAddress !== undefined && { wallet_address: unlinked(walletAddress) }),
    ...(farcasterId !== undefined && { farcaster_id: unlinked(farcasterId) }),
    ...(coinbaseWallet !== undefined && { coinbase_wallet: unlinked(coinbaseWallet) }),
    ...(worldId !== undefined && { world_id: unlinked(worldId) }),
  };
}

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
  const columns = columnsOf(input);
  if (Object.keys(columns).length === 0) {
    return { data: { user: userView(actor.user) } };
  }
  const row = await writeUser(em, actor.userId, columns).catch((error: unknown) => {
    throw violatesUnique(error, 'users_username_key_unique') ? usernameTaken(error) : error;
  });
  if (!row) {
    // Deleted since the call was let in; the token is as good as ended.
    throw tokenInvalid();
  }
  return { data: { user: userView(row) } };
}

/**
 * Erases the user for good: sessions and profiles go with them, and so do the records of
 * mails to them and codes that are still on their way.
 */
export async function removeMe({ em }: Deps, actor: Actor): Promise<{ data: null }> {
  await despiteDeadlocks(() =>
    sql`
      with erased as (delete from users where id = ${actor.userId} returning email_key),
      forgotten as (delete from challenges where email in (select email_key from erased))
      delete from outbox where recipient in (select email_key from erased)
    `.execute(statements(em)),
  );
  return { data: null };
}
