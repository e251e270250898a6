import type { AuditEventType } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import { isOwn, roleIn } from '../access/policy.ts';

/**
 * The event that undoes each type, if there is one. What an operator did is taken back by
 * another command.
 */
export const opposites: Partial<Record<AuditEventType, AuditEventType>> = {
  'profile.hidden': 'profile.restored',
  'profile.restored': 'profile.hidden',
  'profile.approved': 'item.reopened',
  'profile.passed_on': 'item.reopened',
  'appeal.upheld': 'item.reopened',
  'item.snoozed': 'item.reopened',
  'user.suspended': 'user.unsuspended',
  'user.unsuspended': 'user.suspended',
  'user.role_changed': 'user.role_changed',
  'user.invited': 'user.uninvited',
};

type Undoable = {
  type: AuditEventType;
  profileId: string | null;
  userId: string | null;
  isOpen: boolean;
};

/** Moderators see acts on profiles. Only admins see who read reporters. */
const canSeeEvent = (
  actor: Moderator,
  { type, profileId }: Pick<Undoable, 'type' | 'profileId'>,
): boolean => {
  const role = roleIn(actor);
  const isOfCard = profileId !== null && type !== 'reporter.read';
  return role === 'admin' || (role === 'moderator' && isOfCard);
};

/** Whether the actor can undo events of this kind. */
export const isOfUndoableKind = (
  actor: Moderator,
  event: Pick<Undoable, 'type' | 'profileId'>,
) => canSeeEvent(actor, event) && opposites[event.type] !== undefined;

/** Whether the actor can undo this event now. */
export const canUndo = (actor: Moderator, event: Undoable) =>
  isOfUndoableKind(actor, event) &&
  event.isOpen &&
  !(event.profileId !== null && isOwn(actor, event.userId));
