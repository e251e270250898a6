import { User } from '@namecard/db';
import type { UserActor } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { lockUserAndAdmins } from '../../access/locks.sql.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { lockAddressOf } from './erase-user.sql.ts';
import { eraseUser } from './erase-user.ts';

/** Throws where nobody who can give roles would be left: no other admin, and no address that is one by `ADMIN_EMAILS`. */
async function requireOtherAdmin(deps: Deps, userId: string): Promise<void> {
  const user = await lockUserAndAdmins(deps, userId);
  if (user?.isLastAdmin && deps.settings.adminEmails.size === 0) {
    throw lastAdmin();
  }
}

/**
 * Erases the actor for good. Whether they are an admin, their record says: by the session of a page nobody acts as one. Gives
 * `LAST_ADMIN`.
 */
export async function removeMe(
  deps: Deps,
  { id }: Pick<UserActor, 'id'>,
): Promise<{ data: null }> {
  await inTransaction(deps, async (inner) => {
    await lockAddressOf(inner.em, id);
    const user = await inner.em.findOne(User, id);
    if (user?.role === 'admin') {
      await requireOtherAdmin(inner, id);
    }
    await eraseUser(inner, id);
  });
  return { data: null };
}
