import type { AuditEventType } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import { isOwn, roleIn } from '../access/policy.ts';

/**
 * The event that undoes each type; undefined if nothing undoes it. What an
 * operator did is taken back by another command.
 */
export const opposites = {
  'profile.hidden': 'profile.restored',
  'profile.restored': 'profile.hidden',
  'profile.approved': 'item.reopened',
  'profile.passed_on': 'item.reopened',
  'appeal.upheld': 'item.reopened',
  'item.snoozed': 'item.reopened',
  'item.reopened': undefined,
  'act.stopped': undefined,
  'reporter.read': undefined,
  'history.exported': undefined,
  'address.read': undefined,
  'address.searched': undefined,
  'user.suspended': 'user.unsuspended',
  'user.unsuspended': 'user.suspended',
  'user.role_changed': 'user.role_changed',
  'user.move_opened': undefined,
  'user.move_confirmed': undefined,
  'user.move_ended': undefined,
  'user.moved': undefined,
  'user.invited': 'user.uninvited',
  'user.uninvited': undefined,
  'user.erased': undefined,
  'user.exported': undefined,
  'user.listed': undefined,
  'session.revoked': undefined,
  'address.cleared': undefined,
  'user.test_signed_in': undefined,
  'mail.retried': undefined,
  'key.created': undefined,
  'key.ended': undefined,
  'webhook.created': undefined,
  'webhook.changed': undefined,
  'webhook.ended': undefined,
  'webhook.tested': undefined,
  'webhook.resent': undefined,
  'address.suppressed': undefined,
  'counts.repaired': undefined,
  'secret.rotated': undefined,
  'database.restored': undefined,
  'database.moved': undefined,
  'database.backed_up': undefined,
} as const satisfies Record<AuditEventType, AuditEventType | undefined>;

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
