import { instantOfIso, roles, type User } from '@namecard/db';
import { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { configuredAdminMessage } from '../../access/errors.ts';
import { lockUsersAndAdmins } from '../../access/locks.sql.ts';
import { canActOn } from '../../access/policy.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import { setRole } from '../../audit/set-role.ts';
import type { Deps } from '../../context.ts';
import { canGiveRole, canSuspend } from '../users/policy.ts';
import {
  loadForAction,
  setSuspension,
  type Subject,
} from '../users/role-and-suspension.ts';
import type { UndoOne } from './errors.ts';
import { type DoneEvent, formerGrounds } from './undo.sql.ts';

const WithRole = z.object({ role: z.enum(roles) });

const Instant = z.iso.datetime().transform(instantOfIso);

const WithSuspension = z.object({
  suspended: z.object({ since: Instant, until: Instant.nullable() }).nullable(),
});

/** Returns undefined if nobody could undo it afterwards. */
async function putBack(
  deps: Deps,
  { user, locked }: Subject,
  { type, before }: DoneEvent,
): Promise<NewEvent | undefined> {
  if (type === 'user.role_changed') {
    const { role } = WithRole.parse(before);
    return canGiveRole(locked, role) ? setRole(deps, user, role) : undefined;
  }
  const { suspended } = WithSuspension.parse(before);
  return suspended && !canSuspend(locked)
    ? undefined
    : setSuspension(deps, user, suspended);
}

/** Returns false if the user was changed directly in the database. */
function isAsLeft({ type, after }: DoneEvent, user: User): boolean {
  return type === 'user.role_changed'
    ? user.role === WithRole.parse(after).role
    : (user.suspendedAt === null) === (WithSuspension.parse(after).suspended === null);
}

/** Rejects users who were changed since. Ended sessions stay ended. */
export async function undoUsers(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<UndoOne> {
  await lockUsersAndAdmins(
    deps,
    events.flatMap(({ userId }) => userId ?? []),
  );
  return async (event, { since, refuse }) => {
    // Who is the last admin depends on those before.
    await deps.em.flush();
    const { userId, type } = event;
    const subject =
      userId === null ? undefined : await loadForAction(deps, actor, userId);
    if (!subject) {
      return refuse('GONE', 'The account was erased meanwhile');
    }
    const ends = type === 'user.suspended';
    if (!ends && !canActOn(actor, subject.user.emailKey, deps.settings)) {
      return refuse('CONFIGURED_ADMIN', configuredAdminMessage);
    }
    if (!isAsLeft(event, subject.user)) {
      return refuse('CHANGED', 'It was changed meanwhile');
    }
    if (since?.isOver) {
      return refuse('NOT_UNDOABLE', 'The suspension would be over by now');
    }
    const opposite = await putBack(deps, subject, event);
    if (!opposite) {
      return refuse('LAST_ADMIN', 'Nobody else is an admin');
    }
    const grounds = opposite.type === 'user.suspended' && formerGrounds(since);
    return { ...opposite, ...grounds };
  };
}
