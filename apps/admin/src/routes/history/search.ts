import { choiceOf, dayOf, endOf, given, startOf, textOf } from '../../address.ts';
import { erasureReasons, type ErasureReason } from '../../moderation/reasons.ts';
import type { EventQuery } from '../../moderation/history/timeline.tsx';
import { eventTypes, type AuditEventType } from '../../moderation/history/vocabulary.ts';

/** The history in the URL. Days are in the viewer's time zone. */
export type HistorySearch = {
  /** The id of a single action. */
  action?: string;
  type?: AuditEventType;
  reason?: ErasureReason;
  /** A part of the actor's email address. */
  who?: string;
  profile?: string;
  /** The first day; the last day is included too. */
  from?: string;
  to?: string;
};

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? value
    : undefined;

export const readHistorySearch = (search: Record<string, unknown>): HistorySearch =>
  given({
    action: idOf(search['action']),
    type: choiceOf(search['type'], eventTypes),
    reason: choiceOf(search['reason'], erasureReasons),
    who: textOf(search['who'], 254),
    profile: textOf(search['profile'], 64),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  });

/** An address of a moderator has an @, a username never. */
export const searchedFor = (search: HistorySearch, text: string): HistorySearch =>
  given({
    ...search,
    who: text.includes('@') ? text : undefined,
    profile: text === '' || text.includes('@') ? undefined : text,
  });

/** Both days are included. */
export const queryOf = ({
  action,
  type,
  reason,
  who,
  profile,
  from,
  to,
}: HistorySearch): EventQuery =>
  given({
    action,
    type,
    reason,
    actor: who?.trim(),
    username: profile?.trim(),
    from: from && startOf(from),
    before: to && endOf(to),
  });
