import { violatesUnique } from '@namecard/db';
import type { z } from 'zod';
import { lastAdmin } from '../access/errors.ts';
import { lockUserAndAdmins } from '../access/queries.ts';
import type { Actor, SignedInUser } from '../access/service.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid, usernameTaken } from '../errors.ts';
import { isoInstant, isReserved } from '../text.ts';
import { despiteDeadlocks, inTransaction } from '../transaction.ts';
import { eraseUser, writeUser } from './queries.ts';
import type { UpdateMeInput } from './schemas.ts';

const sendsNothing = (input: z.infer<typeof UpdateMeInput>) =>
  Object.values(input).every((value) => value === undefined);

/** The user, their role, and when their session ends if it is not used again. */
export function readMe({ user, role, sessionEndsAt }: SignedInUser) {
  return {
    data: { user: userView(user), role, session: { expiresAt: isoInstant(sessionEndsAt) } },
  };
}

/** Writes what was sent and keeps the rest; nothing sent changes nothing. Gives `USERNAME_TAKEN`. */
export async function updateMe(
  { em }: Deps,
  actor: SignedInUser,
  input: z.infer<typeof UpdateMeInput>,
) {
  if (typeof input.username === 'string' && isReserved(input.username)) {
    throw usernameTaken();
  }
  if (sendsNothing(input)) {
    return { data: { user: userView(actor.user) } };
  }
  const row = await writeUser(em, actor.id, input).catch((error: unknown) => {
    throw violatesUnique(error, 'users_username_key_unique') ? usernameTaken(error) : error;
  });
  if (!row) {
    // Deleted since the call was let in; the token is as good as ended.
    throw tokenInvalid();
  }
  return { data: { user: userView(row) } };
}

/** Throws where nobody who can give roles would be left: no other admin, and no address that is one by `ADMIN_EMAILS`. */
async function requireOtherAdmin(deps: Deps, userId: string): Promise<void> {
  const user = await lockUserAndAdmins(deps, userId);
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
    ? inTransaction(deps, async (inner) => {
        await requireOtherAdmin(inner, actor.id);
        await eraseUser(inner.em, actor.id);
      })
    : despiteDeadlocks(() => eraseUser(deps.em, actor.id)));
  return { data: null };
}
