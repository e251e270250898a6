import type { AuditEventType } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import { isOwn, roleIn } from '../access/policy.ts';

/**
 * What can be taken back, and what takes it back. A session that was ended stays so, what a provider forgot is forgotten, and a
 * mail that left is gone; a key that ended stays so; who is erased is gone, and what was read has been read. What an operator did
 * to an address or the whole service, another command takes back.
 */
export const opposites = {
  'profile.hidden': 'profile.restored',
  'profile.restored': 'profile.hidden',
  'profile.approved': 'item.reopened',
  'profile.passed_on': 'item.reopened',
  'appeal.upheld': 'item.reopened',
  'item.reopened': undefined,
  'reporter.read': undefined,
  'user.suspended': 'user.unsuspended',
  'user.unsuspended': 'user.suspended',
  'user.role_changed': 'user.role_changed',
  'user.erased': undefined,
  'user.exported': undefined,
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

/** Moderators see what was done to profiles, admins everything. Who reported a card is admins’ to know, and that they asked. */
const canSeeEvent = (
  actor: Moderator,
  { type, profileId }: Pick<Undoable, 'type' | 'profileId'>,
): boolean => {
  const role = roleIn(actor);
  const isOfCard = profileId !== null && type !== 'reporter.read';
  return role === 'admin' || (role === 'moderator' && isOfCard);
};

/** Whether it is of a kind that the actor can undo. */
export const isOfUndoableKind = (
  actor: Moderator,
  event: Pick<Undoable, 'type' | 'profileId'>,
) => canSeeEvent(actor, event) && opposites[event.type] !== undefined;

/** Whether the actor could undo it as things stand. */
export const canUndo = (actor: Moderator, event: Undoable) =>
  isOfUndoableKind(actor, event) &&
  event.isOpen &&
  !(event.profileId !== null && isOwn(actor, event.userId));
