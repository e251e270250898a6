import { isoInstant, isoInstantOrNull, type Suspension, User } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { roleLost, scopeMissing } from '../../access/errors.ts';
import { type LockedUser, lockUserAndAdmins } from '../../access/locks.sql.ts';
import { lockKey } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import { endKeysOf } from '../../access/service-keys.sql.ts';
import { endSessions } from '../../access/sessions.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { tokenInvalid } from '../../errors.ts';
import { freeLeases } from '../../items/leases.sql.ts';
import { hasRole, isOtherAdmin } from './policy.ts';

/** `locked` is the state when the rows of the user and all admins were locked. */
export type Subject = { user: User; locked: LockedUser };

/**
 * Locks the user and all admins; undefined if there is no such user. Fails with
 * `ROLE_MISSING`, or for a key `TOKEN_INVALID`.
 */
export async function loadForAction(
  deps: Deps,
  actor: Moderator,
  id: string,
): Promise<Subject | undefined> {
  const locked = await lockUserAndAdmins(deps, id);
  if (!locked) {
    return undefined;
  }
  const person = personOf(actor);
  if (person !== null && !locked.admins.has(person)) {
    throw actor.kind === 'key' ? tokenInvalid() : roleLost('admin');
  }
  await lockKey(deps, actor);
  return { user: await deps.em.findOneOrFail(User, id), locked };
}

/** The form of a suspension in events. */
const suspensionOf = ({ suspendedAt: since, suspendedUntil: until }: User) =>
  since === null ? null : { since: isoInstant(since), until: isoInstantOrNull(until) };

/** Returns the event. A suspension ends all sessions, service keys and leases. */
export async function setSuspension(
  deps: Deps,
  user: User,
  suspension: Suspension | null,
): Promise<NewEvent> {
  const { revision } = user;
  // One that was over by itself is nothing to come back to.
  const before = { suspended: suspension ? null : suspensionOf(user) };
  if (suspension) {
    user.suspend(suspension);
    await endSessions(deps, user.id);
    await endKeysOf(deps.em, user.id);
    await freeLeases(deps.em, { person: user.id });
  } else {
    user.unsuspend();
  }
  return {
    type: suspension ? 'user.suspended' : 'user.unsuspended',
    userId: user.id,
    subjectRevision: revision + 1,
    before,
    after: { suspended: suspensionOf(user) },
  };
}

/** Whether it takes a code. A key fails, since none may. */
function takesCode(actor: Moderator, goesFar: boolean): boolean {
  if (goesFar && actor.kind === 'key') {
    throw scopeMissing(undefined);
  }
  return goesFar;
}

/** Whether an act shuts another admin out. */
export const shutsOutAdmin = (actor: Moderator, locked: LockedUser): boolean =>
  takesCode(actor, isOtherAdmin(actor, locked));

/** Whether the end of a suspension gives somebody a role back. */
export const givesRoleBack = (actor: Moderator, locked: LockedUser): boolean =>
  takesCode(actor, locked.isSuspended && hasRole(locked));
