import type { EventReason } from '@namecard/db';
import { moment } from '../events/words.ts';

type Told = {
  /** As PostgreSQL writes it; null where it has no end. */
  suspended_until: string | null;
  reason: EventReason | null;
  note: string | null;
};

/** What somebody who is suspended is told when they have proven their address. */
export function tellSuspension({ suspended_until: until, reason, note }: Told): string {
  const end = until === null ? '' : ` until ${moment(until)}`;
  const why =
    reason === null || reason === 'other' ? '' : ` The reason: ${reason.replaceAll('_', ' ')}.`;
  return `This account is suspended${end}.${why}${note === null ? '' : ` ${note}`}`;
}
