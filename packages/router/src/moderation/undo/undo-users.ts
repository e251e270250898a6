import { instantOfIso, readInstant, roles, type User } from '@namecard/db';
import { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { configuredAdminMessage } from '../../access/errors.ts';
import { lockUsersAndAdmins } from '../../access/locks.sql.ts';
import { canActOn, isOwn } from '../../access/policy.ts';
import type { NewEvent } from '../../audit/record-action.ts';
import { setRole } from '../../audit/set-role.ts';
import type { Deps } from '../../context.ts';
import { rejected } from '../schemas.ts';
import { canGiveRole, canSuspend } from '../users/policy.ts';
import {
  loadForAction,
  setSuspension,
  type Subject,
} from '../users/role-and-suspension.ts';
import { rejection, subjectOf, type Undoing } from './errors.ts';
import { type DoneEvent, formerGrounds, readSince } from './undo.sql.ts';

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

/** Whether the undo would restore a suspension whose end has passed. */
async function wouldBeOver({ em }: Deps, { type, before }: DoneEvent): Promise<boolean> {
  if (type !== 'user.unsuspended') {
    return false;
  }
  const until = WithSuspension.parse(before).suspended?.until ?? null;
  return until !== null && until <= (await readInstant(em));
}

async function undoOne(deps: Deps, actor: Moderator, event: DoneEvent): Promise<Undoing> {
  const id = subjectOf(event);
  const subject =
    event.userId === null ? undefined : await loadForAction(deps, actor, event.userId);
  const since = (await readSince(deps.em, [event])).get(event.id);
  const label = subject?.user.email ?? null;
  const error = rejection(actor, event, label, since);
  if (error) {
    return { result: error };
  }
  if (!subject) {
    return { result: rejected(id, label, 'GONE', 'The account was erased meanwhile') };
  }
  const ends = event.type === 'user.suspended';
  if (!ends && !canActOn(actor, subject.user.emailKey, deps.settings)) {
    return { result: rejected(id, label, 'CONFIGURED_ADMIN', configuredAdminMessage) };
  }
  if (!isAsLeft(event, subject.user)) {
    return { result: rejected(id, label, 'CHANGED', 'It was changed meanwhile') };
  }
  if (await wouldBeOver(deps, event)) {
    return {
      result: rejected(id, label, 'NOT_UNDOABLE', 'The suspension would be over by now'),
    };
  }
  const opposite = await putBack(deps, subject, event);
  if (!opposite) {
    return { result: rejected(id, label, 'LAST_ADMIN', 'Nobody else is an admin') };
  }
  const grounds = opposite.type === 'user.suspended' && formerGrounds(since);
  return {
    result: { id, label, outcome: 'done' },
    event: { ...opposite, ...grounds, undoesId: event.id },
  };
}

/**
 * Rejects users who were changed since. Ended sessions stay ended. The actor comes last:
 * without the role they could undo nothing more.
 */
export async function undoUsers(
  deps: Deps,
  actor: Moderator,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  const undoings: Undoing[] = [];
  await lockUsersAndAdmins(
    deps,
    events.flatMap(({ userId }) => userId ?? []),
  );
  const place = ({ userId }: DoneEvent) => Number(isOwn(actor, userId));
  for (const event of events.toSorted((one, other) => place(one) - place(other))) {
    // Who is the last admin depends on those before.
    await deps.em.flush();
    undoings.push(await undoOne(deps, actor, event));
  }
  return undoings;
}
