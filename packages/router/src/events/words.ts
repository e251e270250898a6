import type { Action, EventReason } from '@namecard/db';
import { isoInstant } from '../text.ts';

/** What was done and by whom, as far as it takes to tell somebody of it. */
export type Told = {
  action: Action;
  /** As PostgreSQL writes it. */
  at: string;
  /** The address of whoever did it; null once their account is erased. */
  actor: string | null;
  reason: EventReason | null;
  undoes_id: string | null;
};

const deeds: Record<Action, string> = {
  'profile.hidden': 'hid it',
  'profile.restored': 'restored it',
  'user.suspended': 'suspended the account',
  'user.unsuspended': 'ended the suspension',
  'user.role_changed': 'changed the role',
  'session.revoked': 'ended sessions',
  'address.cleared': 'cleared the address',
};

/** A stamp for people: `12:03, 2026-11-21 (UTC)`. */
export function moment(stamp: string): string {
  const iso = isoInstant(stamp);
  return `${iso.slice(11, 16)}, ${iso.slice(0, 10)} (UTC)`;
}

/** Who did what and when: "bob@example.com hid it at 12:03, 2026-11-21 (UTC): spam". */
export function tell({ action, at, actor, reason, undoes_id: undoes }: Told): string {
  const who = actor ?? 'Somebody whose account is gone';
  const why = reason === null ? '' : `: ${reason.replaceAll('_', ' ')}`;
  return `${who} ${deeds[action]}${undoes === null ? '' : ' (an undo)'} at ${moment(at)}${why}`;
}
