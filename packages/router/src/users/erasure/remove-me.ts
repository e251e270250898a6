import { User } from '@namecard/db';
import type { UserActor } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { lockUserAndAdmins } from '../../access/locks.sql.ts';
import type { Deps } from '../../context.ts';
import { moveOpen } from '../../moves/errors.ts';
import { revocableUntil } from '../../moves/moves.sql.ts';
import { inTransaction } from '../../transaction.ts';
import { lockAddressOf } from './erase-user.sql.ts';
import { eraseUser } from './erase-user.ts';

/** An address in `ADMIN_EMAILS` counts as another admin. */
async function requireOtherAdmin(deps: Deps, userId: string): Promise<void> {
  const user = await lockUserAndAdmins(deps, userId);
  if (user?.isLastAdmin && deps.settings.adminEmails.size === 0) {
    throw lastAdmin();
  }
}

/**
 * Reads the row: page sessions carry no role. Fails with `LAST_ADMIN`, and with
 * `MOVE_OPEN` while the address's change can be taken back: a thief must not erase what
 * its owner can have back.
 */
export async function removeMe(
  deps: Deps,
  { id }: Pick<UserActor, 'id'>,
): Promise<{ data: null }> {
  await inTransaction(deps, async (inner) => {
    await lockAddressOf(inner.em, id);
    const until = await revocableUntil(inner.em, id);
    if (until !== undefined) {
      throw moveOpen(until);
    }
    const user = await inner.em.findOne(User, id);
    if (user?.role === 'admin') {
      await requireOtherAdmin(inner, id);
    }
    await eraseUser(inner, id);
  });
  return { data: null };
}
