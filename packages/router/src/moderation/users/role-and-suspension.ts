import { type Role, type Suspension, User } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { roleLost } from '../../access/errors.ts';
import { type LockedUser, lockUserAndAdmins } from '../../access/locks.sql.ts';
import { lockKey } from '../../access/moderator.ts';
import { personOf, roleOf } from '../../access/policy.ts';
import { endKeysOf } from '../../access/service-keys.sql.ts';
import { endSessions } from '../../access/sessions.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { tokenInvalid } from '../../errors.ts';
import { isoInstant, isoInstantOrNull } from '../../text.ts';

/** A user to act on, and what was seen when their row and every admin's were locked. */
export type Subject = { user: User; locked: LockedUser };

/**
 * Locks a user and every admin, and loads the user; undefined where there is none. Gives `ROLE_MISSING` to whoever is no admin any
 * more, `TOKEN_INVALID` to a key that has ended or whose maker is none.
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

/**
 * Gives a role; returns the event that says so, to be recorded. Ends the service keys of a user who is no admin by it, and the
 * sessions that a test login began of one who is more than a user.
 */
export async function setRole(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  user: User,
  to: Role,
): Promise<NewEvent> {
  const before = { role: user.role };
  const { revision } = user;
  if (to !== 'user') {
    await endSessions({ em }, user.id, { test: true });
  }
  user.changeRole(to);
  if (roleOf(user, settings) !== 'admin') {
    await endKeysOf(em, user.id);
  }
  return {
    type: 'user.role_changed',
    userId: user.id,
    subjectRevision: revision + 1,
    before,
    after: { role: to },
  };
}

/** A suspension as events hold it; null where there is none. */
const suspensionOf = ({ suspendedAt: since, suspendedUntil: until }: User) =>
  since === null ? null : { since: isoInstant(since), until: isoInstantOrNull(until) };

/** Suspends a user and ends all their sessions and service keys, or ends their suspension; returns the event that says so, to be recorded. */
export async function setSuspension(
  deps: Deps,
  user: User,
  suspension: Suspension | null,
): Promise<NewEvent> {
  const { revision } = user;
  const before = { suspended: suspensionOf(user) };
  if (suspension) {
    user.suspend(suspension);
    await endSessions(deps, user.id);
    await endKeysOf(deps.em, user.id);
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
