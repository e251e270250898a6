import {
  type ActorKind,
  type AuditEventType,
  type ErasureReason,
  isoInstant,
} from '@namecard/db';
import { againstWhat, type Product, ruleOf, whatToDo, whoDecided } from '@namecard/look';
import type { Moderator } from '../access/caller.ts';
import { shownAddress } from '../access/view.ts';
import { contactMessage } from '../addresses.ts';
import type { ToldSuspension } from '../errors.ts';

export type EventSummary = {
  type: AuditEventType;
  /** In PostgreSQL's text form. */
  at: string;
  actorKind: ActorKind;
  /** The actor's address; null if they have none, or their account was erased. */
  actor: string | null;
  /** The name of the acting service key. */
  actorKey: string | null;
  reason: ErasureReason | null;
  undoesId: string | null;
};

const verbs: Record<AuditEventType, string> = {
  'profile.hidden': 'hid it',
  'profile.restored': 'restored it',
  'profile.approved': 'approved it',
  'profile.passed_on': 'asked for a second look',
  'appeal.upheld': 'turned the appeal down',
  'item.snoozed': 'snoozed it',
  'item.reopened': 'opened it again',
  'act.stopped': 'stopped an act on many profiles',
  'reporter.read': 'read who reported it',
  'history.exported': 'saved the history as CSV',
  'address.read': 'read the address',
  'address.searched': 'searched for the address',
  'user.suspended': 'suspended the account',
  'user.unsuspended': 'ended the suspension',
  'user.role_changed': 'changed the role',
  'user.move_opened': 'asked to change the address',
  'user.move_confirmed': 'agreed to change the address',
  'user.move_ended': 'ended the change of the address',
  'user.moved': 'changed the address',
  'user.invited': 'invited people',
  'user.uninvited': 'withdrew invitations',
  'user.erased': 'erased the account',
  'user.listed': 'took the list of users out',
  'user.exported': 'exported the account’s data',
  'session.revoked': 'ended sessions',
  'address.cleared': 'cleared the address',
  'user.test_signed_in': 'let them sign in by a test login',
  'mail.retried': 'had mail sent again',
  'key.created': 'made a service key',
  'webhook.created': 'made a webhook',
  'webhook.changed': 'changed a webhook',
  'webhook.ended': 'ended a webhook',
  'webhook.tested': 'sent a test to a webhook',
  'webhook.resent': 'had changes sent to a webhook again',
  'address.suppressed': 'suppressed the address',
  'counts.repaired': 'repaired counts',
  'secret.rotated': 'rotated the secret key',
  'database.restored': 'restored the database',
  'database.moved': 'moved the database',
  'database.backed_up': 'backed up the database',
  'key.ended': 'ended a service key',
};

/** Names for actors without an account. */
const nameless: Record<ActorKind, string> = {
  user: 'Somebody whose account is gone',
  key: 'A service key that is gone',
  operator: 'The operator',
  system: 'The service',
};

/** A time for people: `12:03, 2026-11-21 (UTC)`. */
function moment(stamp: string): string {
  const iso = isoInstant(stamp);
  return `${iso.slice(11, 16)}, ${iso.slice(0, 10)} (UTC)`;
}

const inWords = (reason: ErasureReason) => reason.replaceAll('_', ' ');

/** Such as "bob@example.com hid it at 12:03, 2026-11-21 (UTC): spam". */
export function eventMessage(reader: Moderator, event: EventSummary): string {
  const { actor: address, actorKey, actorKind } = event;
  const shown = address === null ? null : shownAddress(reader, address, true);
  const actor = shown && (shown.email ?? shown.maskedEmail);
  const key = actorKey === null ? null : `The key “${actorKey}”`;
  const who = actor ?? key ?? nameless[actorKind];
  const why = event.reason === null ? '' : `: ${inWords(event.reason)}`;
  const undo = event.undoesId === null ? '' : ' (an undo)';
  return `${who} ${verbs[event.type]}${undo} at ${moment(event.at)}${why}`;
}

/** For a suspended user who has proven their address. A change in the database has no reason. */
export function suspensionMessage(
  { until, reason, note, answer, appealedAt, ...grounds }: ToldSuspension,
  { contact, terms }: Product['operator'],
): string {
  const end = until === null ? '' : ` until ${moment(until)}`;
  const why =
    reason === null || reason === 'other' ? '' : ` The reason: ${inWords(reason)}.`;
  const said = [`This account is suspended${end}.${why}`, note, answer];
  if (reason !== null) {
    const { again, courts } = whatToDo('en');
    said.push(
      againstWhat('en', reason),
      ruleOf(terms, reason),
      whoDecided('en', grounds),
    );
    said.push(appealedAt === null ? again : null, courts);
  }
  return [...said, ...contactMessage(contact)].filter(Boolean).join(' ');
}
