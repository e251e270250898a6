import { User } from '@namecard/db';
import { askForCode, requireCode } from '../../access/act-codes.ts';
import type { UserActor } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { lockUserAndAdmins } from '../../access/locks.sql.ts';
import { mayAct } from '../../access/sessions.sql.ts';
import type { Deps } from '../../context.ts';
import { tokenInvalid } from '../../errors.ts';
import { moveOpen } from '../../moves/errors.ts';
import { adminsAffairUntil, revocableUntil } from '../../moves/moves.sql.ts';
import { inTransaction } from '../../transaction.ts';
import { forgetInWaiting, lockAddressOf, lockUser } from './erase-user.sql.ts';
import { eraseUser } from './erase-user.ts';

/** An address in `ADMIN_EMAILS` counts as another admin. */
async function requireOtherAdmin(deps: Deps, userId: string): Promise<void> {
  const user = await lockUserAndAdmins(deps, userId);
  if (user?.isLastAdmin && deps.settings.adminEmails.size === 0) {
    throw lastAdmin();
  }
}

/**
 * Erases the actor's own account in the caller's transaction. Reads the role from the
 * row: page sessions carry none. A change of the address that waits ends with the
 * account, unless it is for admins alone to end. One that is done can be taken back first:
 * a thief must not erase what its owner can have back. Fails with `LAST_ADMIN`, `MOVE_OPEN`.
 * @param confirm requires the code, once everything else allows the erasure
 */
export async function eraseOwn(
  inner: Deps,
  actor: UserActor,
  confirm: () => Promise<void>,
): Promise<void> {
  const { em } = inner;
  const { id } = actor;
  await lockAddressOf(em, id);
  const user = await em.findOne(User, id);
  if (user?.role === 'admin') {
    await requireOtherAdmin(inner, id);
  }
  // Before the user's row is locked, as in `eraseUser`.
  await forgetInWaiting(em, id);
  await lockUser(em, id);
  if (!(await mayAct(em, actor))) {
    throw tokenInvalid();
  }
  const until = (await revocableUntil(em, id)) ?? (await adminsAffairUntil(em, id));
  if (until !== undefined) {
    throw moveOpen(until, 'erase');
  }
  await confirm();
  await eraseUser(inner, id);
}

const removing = (deps: Deps, actor: UserActor, code: string | undefined) =>
  inTransaction(deps, (inner) =>
    eraseOwn(inner, actor, () =>
      requireCode(inner, actor, { act: 'erase_me', detail: actor.id, code }),
    ),
  );

/**
 * Mails the owner a code that erases the account. Fails with `LAST_ADMIN`, `MOVE_OPEN`,
 * `RATE_LIMITED`, `MAIL_PROVIDER_REFUSED`.
 */
export const askRemoval = (deps: Deps, actor: UserActor): Promise<{ data: null }> =>
  askForCode(deps, () => removing(deps, actor, undefined));

/** Fails with `LAST_ADMIN`, `MOVE_OPEN`, `CODE_INVALID`. */
export async function removeMe(
  deps: Deps,
  actor: UserActor,
  { otp }: { otp: string },
): Promise<{ data: null }> {
  await removing(deps, actor, otp);
  return { data: null };
}
