import type { EventReason } from '@namecard/db';
import { isoInstant } from '../../text.ts';

/** Each reason as one says it. */
const reasonWords: Record<EventReason, string> = {
  spam: 'spam',
  impersonation: 'impersonation',
  harassment: 'harassment',
  illegal_content: 'illegal content',
  personal_data: 'personal data',
  other: 'another reason',
};

/** A stamp for people to read, as in `12:03, 2026-11-21 (UTC)`. */
function moment(stamp: string): string {
  const [date, time = ''] = isoInstant(stamp).split('T');
  return `${time.slice(0, 5)}, ${date} (UTC)`;
}

export type LastAct = { actor: string | null; at: string; reason: EventReason | null };

/** Who did something and when, as in `bob@example.com suspended them at 12:03, 2026-11-21 (UTC): spam.` */
export function tellAct({ actor, at, reason }: LastAct, done: string): string {
  const why = reason === null ? '' : `: ${reasonWords[reason]}`;
  return `${actor ?? 'Somebody whose account is gone'} ${done} at ${moment(at)}${why}.`;
}

type Told = { suspended_until: string | null; reason: EventReason | null; note: string | null };

/** What a suspended person is told when they have proven their address. */
export function tellSuspension({ suspended_until: until, reason, note }: Told): string {
  const end = until === null ? '' : ` until ${moment(until)}`;
  const why = reason === null || reason === 'other' ? '' : ` The reason: ${reasonWords[reason]}.`;
  return `This account is suspended${end}.${why}${note === null ? '' : ` ${note}`}`;
}
