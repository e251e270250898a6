import { roles } from '@namecard/db';
import { z } from 'zod';
import { roleLost } from '../../../access/errors.ts';
import { type LockedUser, lockUser } from '../../../access/queries.ts';
import type { Actor } from '../../../access/service.ts';
import { opposites } from '../../../audit/policy.ts';
import { rejected, RowResult } from '../../../audit/schemas.ts';
import type { NewEvent } from '../../../audit/service.ts';
import type { Deps } from '../../../context.ts';
import { type Applied, applyRole, applySuspension, isInFuture } from '../../users/queries.ts';
import { rejection, subjectOf, type Undoing } from '../errors.ts';
import { type DoneEvent, readSince, type Since } from '../queries.ts';

const WithRole = z.object({ role: z.enum(roles) });

const WithSuspension = z.object({
  suspended: z.object({ since: z.iso.datetime(), until: z.iso.datetime().nullable() }).nullable(),
});

/** Puts the user's row back to what it was before the event. */
async function putBack(
  deps: Deps,
  { id }: LockedUser,
  { action, before }: DoneEvent,
): Promise<Applied> {
  return action === 'user.role_changed'
    ? applyRole(deps, id, WithRole.parse(before).role)
    : applySuspension(deps, id, WithSuspension.parse(before).suspended);
}

/** Suspended again, they are so for the reason they were suspended for before. */
function opposite(event: DoneEvent, user: LockedUser, since: Since | undefined): NewEvent {
  const type = opposites[event.action] ?? event.action;
  const suspends = type === 'user.suspended';
  return {
    type,
    userId: user.id,
    reason: suspends ? (since?.earlier?.reason ?? 'other') : null,
    note: suspends ? since?.earlier?.note : null,
    before: event.after,
    after: event.before,
    undoes: event.id,
  };
}

/** Whether the row is as the event left it; it may have been changed in the database itself. */
function isAsLeft({ action, after }: DoneEvent, user: LockedUser): boolean {
  return action === 'user.role_changed'
    ? user.role === WithRole.parse(after).role
    : (user.suspended_at === null) === (WithSuspension.parse(after).suspended === null);
}

/** Whether what would begin again is a suspension whose end has passed: it would end sessions, and nothing else. */
async function wouldBeOver({ em }: Deps, { action, before }: DoneEvent): Promise<boolean> {
  if (action !== 'user.unsuspended') {
    return false;
  }
  const until = WithSuspension.parse(before).suspended?.until;
  return typeof until === 'string' && !(await isInFuture(em, until));
}

async function undoOne(deps: Deps, actor: Actor, event: DoneEvent): Promise<Undoing> {
  const id = subjectOf(event);
  const user = event.user_id === null ? undefined : await lockUser(deps, event.user_id);
  if (user && !user.admins.has(actor.id)) {
    throw roleLost('admin');
  }
  const [since] = await readSince(deps.em, [event.id]);
  const label = user?.email ?? null;
  const error = rejection(event, label, since);
  if (error) {
    return { result: error };
  }
  if (!user) {
    return { result: rejected(id, label, 'GONE', 'The account was erased meanwhile') };
  }
  if (!isAsLeft(event, user)) {
    return { result: rejected(id, label, 'CHANGED', 'It was changed meanwhile') };
  }
  if (await wouldBeOver(deps, event)) {
    return { result: rejected(id, label, 'NOT_UNDOABLE', 'The suspension would be over by now') };
  }
  if ((await putBack(deps, user, event)) === 'last admin') {
    return { result: rejected(id, label, 'LAST_ADMIN', 'Nobody else is an admin') };
  }
  const result: RowResult = { id, label, outcome: 'done' };
  return { result, event: opposite(event, user, since) };
}

/** Undoes what was done to users where nothing was done to them since. Sessions that were ended stay so. */
export async function undoUsers(
  deps: Deps,
  actor: Actor,
  events: readonly DoneEvent[],
): Promise<Undoing[]> {
  const undoings: Undoing[] = [];
  for (const event of events) {
    undoings.push(await undoOne(deps, actor, event));
  }
  return undoings;
}
