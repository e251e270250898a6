import { choiceOf, dayOf, endOf, given, startOf, textOf } from '../../address.ts';
import { erasureReasons } from '../../moderation/reasons.ts';
import type { EventQuery } from '../../moderation/history/timeline.tsx';
import { eventTypes } from '../../moderation/history/vocabulary.ts';

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
    ? value
    : undefined;

/**
 * The history in the URL, or a single action by its id. `who` is a part of the actor's
 * email address. Days are in the viewer's time zone, both included.
 */
export const readHistorySearch = (search: Record<string, unknown>) =>
  given({
    action: idOf(search['action']),
    type: choiceOf(search['type'], eventTypes),
    reason: choiceOf(search['reason'], erasureReasons),
    who: textOf(search['who'], 254),
    profile: textOf(search['profile'], 64),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  });

export type HistorySearch = ReturnType<typeof readHistorySearch>;

/** An address of a moderator has an @, a username never. */
export const searchedFor = (search: HistorySearch, text: string): HistorySearch =>
  given({
    ...search,
    who: text.includes('@') ? text : undefined,
    profile: text === '' || text.includes('@') ? undefined : text,
  });

export const queryOf = ({
  who,
  profile,
  from,
  to,
  ...others
}: HistorySearch): EventQuery =>
  given({
    ...others,
    actor: who?.trim(),
    username: profile?.trim(),
    from: from && startOf(from),
    before: to && endOf(to),
  });
