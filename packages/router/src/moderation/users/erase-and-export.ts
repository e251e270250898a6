import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { inSnapshot, inTransaction } from '../../transaction.ts';
import { lockAddressOf } from '../../users/erasure/erase-user.sql.ts';
import { eraseUser } from '../../users/erasure/erase-user.ts';
import { removeMe } from '../../users/erasure/remove-me.ts';
import { userNotFound } from '../../users/errors.ts';
import { exportOf } from '../../users/export-user.ts';
import { UserId } from '../../users/schemas.ts';
import { canSuspend } from './policy.ts';
import { loadForAction } from './role-and-suspension.ts';
import { EraseUserInput, UserErased } from './schemas.ts';

/** Locks the user's row and all admins. */
async function loadOther(deps: Deps, actor: Moderator, id: string) {
  const subject = await loadForAction(deps, actor, id);
  if (!subject) {
    throw userNotFound();
  }
  requireCanActOn(deps, actor, subject.user.emailKey);
  return subject;
}

/**
 * The record does not name the user, and is left out for the actor's own erasure.
 * It can't be undone. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `LAST_ADMIN`.
 */
export async function eraseOther(
  deps: Deps,
  actor: Moderator,
  { id, reason }: z.infer<typeof EraseUserInput>,
): Promise<z.infer<typeof UserErased>> {
  if (actor.kind === 'user' && actor.id === id) {
    await removeMe(deps, actor);
    return { data: { action: null } };
  }
  return inTransaction(deps, async (inner) => {
    await lockAddressOf(inner.em, id);
    const { locked } = await loadOther(inner, actor, id);
    if (!canSuspend(locked)) {
      throw lastAdmin();
    }
    const event = { type: 'user.erased', userId: null, before: {}, after: {} } as const;
    const action = await recordAction(inner, actor, { type: event.type, reason }, [
      event,
    ]);
    await eraseUser(inner, id);
    return { data: { action } };
  });
}

/** Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`. */
export const recordExport = (
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof UserId>,
) =>
  inTransaction(deps, async (inner) => {
    await loadOther(inner, actor, id);
    const event = { type: 'user.exported', userId: id, before: {}, after: {} } as const;
    await recordAction(inner, actor, { type: event.type }, [event]);
  });

/** The user's data, to be handed to them. Fails with the same errors. */
export async function exportOther(
  deps: Deps,
  actor: Moderator,
  input: z.infer<typeof UserId>,
) {
  await recordExport(deps, actor, input);
  return inSnapshot(deps, ({ em }) => exportOf(em, input.id));
}
