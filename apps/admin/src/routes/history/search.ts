import { choiceOf, dayOf, given, textOf } from '../address.ts';
import { reasons, type Reason } from '../moderation/reasons.ts';
import { actions, type Action } from './vocabulary.ts';

/** What the address says of the history. Days are in UTC, so that a link shows everybody the same. */
export type HistorySearch = {
  action?: Action;
  reason?: Reason;
  /** A part of the address of whoever acted. */
  who?: string;
  /** The username of a profile. */
  profile?: string;
  /** The first day and the last. */
  from?: string;
  to?: string;
};

export const readHistorySearch = (search: Record<string, unknown>): HistorySearch =>
  given({
    action: choiceOf(search['action'], actions),
    reason: choiceOf(search['reason'], reasons),
    who: textOf(search['who'], 254),
    profile: textOf(search['profile'], 64),
    from: dayOf(search['from']),
    to: dayOf(search['to']),
  });
