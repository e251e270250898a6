import type { inferOutput } from '@trpc/tanstack-react-query';
import { capital } from '../../components/capital.ts';
import { counted } from '../../components/count.ts';
import { keysOf } from '../../keys-of.ts';
import type { trpc } from '../../trpc.ts';
import { reasonName } from '../reasons.ts';
import { addressOf } from '../../address-of.ts';

type Page = inferOutput<typeof trpc.audit.list>['data'];

/** One event: one act on one subject. */
export type AuditEvent = Page['events'][number];

export type AuditEventType = AuditEvent['type'];

/** One action: one press, on one or several subjects. */
export type AuditAction = inferOutput<
  typeof trpc.audit.listActions
>['data']['actions'][number];

type Wording = {
  /** Unless it is the type's own words: "Profile hidden". */
  name?: string;
  /** As in "ann hidden", unless the type ends with it. */
  participle?: string;
  /** As in "bob@example.com hid ann". Text after the name begins with a space. */
  verb: string;
  afterSubject?: string;
  /** The subject, if it is neither a person nor a profile. */
  subject?: string;
};

/** Whether its events are the calls of one act, such as a list: none has a subject. */
export const isOfCalls = (type: AuditEventType): boolean =>
  wordings[type].subject !== undefined;

/** Nobody whose invitation was withdrawn is invited again by a redo. */
export const canRedo = (type: AuditEventType): boolean => type !== 'user.invited';

const wordings: Readonly<Record<AuditEventType, Wording>> = {
  'profile.hidden': { verb: 'hid' },
  'profile.restored': { verb: 'restored' },
  'profile.approved': { verb: 'approved' },
  'profile.passed_on': {
    name: 'Sent for a second look',
    participle: 'sent for a second look',
    verb: 'asked for a second look at',
  },
  'appeal.upheld': {
    name: 'Appeal turned down',
    participle: 'turned down on appeal',
    verb: 'turned down the appeal of',
  },
  'item.snoozed': { verb: 'snoozed' },
  'item.reopened': {
    participle: 'on the desk again',
    verb: 'put',
    afterSubject: ' on the desk again',
  },
  'act.stopped': {
    name: 'Large act stopped',
    verb: 'stopped',
    subject: 'an act on many profiles',
  },
  'address.read': { participle: 'looked up', verb: 'read the address of' },
  'address.searched': { participle: 'searched for', verb: 'searched for' },
  'history.exported': { verb: 'exported', subject: 'the history as CSV' },
  'reporter.read': { participle: 'looked up', verb: 'read who reported' },
  'user.suspended': { verb: 'suspended' },
  'user.unsuspended': {
    name: 'Suspension ended',
    participle: 'no longer suspended',
    verb: 'ended the suspension of',
  },
  'user.role_changed': { participle: 'given another role', verb: 'changed the role of' },
  'user.move_opened': {
    name: 'Address case opened',
    participle: 'opened',
    verb: 'asked to change the address of',
  },
  'user.move_confirmed': {
    name: 'Address case agreed to',
    participle: 'agreed to',
    verb: 'agreed to change the address of',
  },
  'user.move_ended': {
    name: 'Address change ended',
    participle: 'ended',
    verb: 'ended the change of the address of',
  },
  'user.moved': {
    name: 'Address changed',
    verb: 'changed the address of',
  },
  'user.invited': {
    name: 'People invited',
    verb: 'invited',
    subject: 'people',
  },
  'user.uninvited': {
    name: 'Invitations withdrawn',
    participle: 'withdrawn',
    verb: 'withdrew',
    subject: 'invitations',
  },
  'user.erased': { verb: 'erased' },
  'user.exported': { verb: 'exported the data of' },
  'user.listed': {
    participle: 'taken out',
    name: 'List taken out',
    verb: 'took out',
    subject: 'the list of users',
  },
  'session.revoked': {
    name: 'Session ended',
    participle: 'signed out of a session',
    verb: 'ended a session of',
  },
  'address.cleared': { verb: 'cleared the address of' },
  'user.test_signed_in': {
    name: 'Test login used',
    participle: 'signed in by a test login',
    verb: 'let',
    afterSubject: ' sign in by a test login',
  },
  'mail.retried': { participle: 'sent mail again', verb: 'sent mail again to' },
  'key.created': { participle: 'given a key', verb: 'created the key' },
  'key.ended': { participle: 'without a key', verb: 'ended the key' },
  'webhook.created': { verb: 'created' },
  'webhook.changed': { verb: 'changed' },
  'webhook.ended': { verb: 'ended' },
  'webhook.tested': { verb: 'sent a test to' },
  'webhook.resent': {
    name: 'Events sent again',
    participle: 'sent events again',
    verb: 'sent events again to',
  },
  'address.suppressed': { verb: 'stopped all mail to' },
  'counts.repaired': { verb: 'repaired', subject: 'the counts of profiles' },
  'secret.rotated': {
    name: 'Secret key rotated',
    verb: 'rotated',
    subject: 'the secret key',
  },
  'database.restored': { verb: 'restored', subject: 'the database' },
  'database.moved': { verb: 'moved', subject: 'the database' },
  'database.backed_up': { verb: 'backed up', subject: 'the database' },
};

export function wordingOf(type: AuditEventType) {
  const words = type.replaceAll('_', ' ').split('.');
  return {
    name: capital(words.join(' ')),
    participle: words[1] ?? '',
    ...wordings[type],
  };
}

/** Events that moderators may see. */
export const profileEventTypes = [
  'profile.hidden',
  'profile.restored',
  'profile.approved',
  'profile.passed_on',
  'appeal.upheld',
  'item.snoozed',
  'item.reopened',
] as const;

export const eventTypes = keysOf(wordings);

type Named = Pick<AuditEvent, 'type' | 'subject'> & Partial<Pick<AuditEvent, 'after'>>;

/** The name of an event's subject: a profile, person, webhook or other thing. */
export function subjectName({ type, subject, after }: Named): string {
  if (subject.kind === 'profile') {
    return subject.username || 'a profile of an erased account';
  }
  if (type === 'address.searched' && after?.['found'] === false) {
    return 'an address without an account';
  }
  const invited = after?.['invited'];
  if (typeof invited === 'number') {
    return counted(invited, 'person', 'people');
  }
  const webhook = after?.['webhook'];
  return typeof webhook === 'string'
    ? `the webhook ${webhook}`
    : (wordings[type].subject ?? subject.email ?? 'an erased account');
}

/** A short description: "ann hidden". */
export const summaryOf = (event: Named): string =>
  `${subjectName(event)} ${wordingOf(event.type).participle}`;

const isNamed = (value: unknown): value is { name: string } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string';

export function keyNameOf({ type, before, after }: AuditEvent): string | undefined {
  if (type !== 'key.created' && type !== 'key.ended') {
    return undefined;
  }
  const key = after['key'] ?? before['key'];
  return isNamed(key) ? `“${key.name}”` : 'of an erased account';
}

type Actor = Pick<AuditEvent, 'actor' | 'actorKey' | 'actorKind'>;

/** The actor at the beginning of a sentence. */
export const actorName = ({ actor, actorKey, actorKind }: Actor): string =>
  (actor && addressOf(actor)) ??
  (actorKey === null ? nameless[actorKind] : `The key “${actorKey}”`);

/** For actors without an account and without a key. */
const nameless: Readonly<Record<AuditEvent['actorKind'], string>> = {
  user: 'An erased account',
  key: 'A service key that is gone',
  operator: 'The operator',
  system: 'The service',
};

/** Says who changed a profile: "bob@example.com hid it: Spam". */
export function changeMessage({
  type,
  reason,
  ...event
}: Actor & Pick<AuditEvent, 'type' | 'reason'>): string {
  const what = `${actorName(event)} ${wordings[type].verb} it`;
  return reason === null ? what : `${what}: ${reasonName(reason)}`;
}
