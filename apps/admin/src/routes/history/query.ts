import { given } from '../address.ts';
import type { EventQuery } from './event-list.tsx';
import type { HistorySearch } from './search.ts';

const dayLength = 86_400_000;

const startOf = (day: string) => new Date(day).toISOString();

const endOf = (day: string) => new Date(Date.parse(day) + dayLength).toISOString();

/** What the service is asked for, from what the address says. Both days are within. */
export const queryOf = ({ action, reason, who, profile, from, to }: HistorySearch): EventQuery =>
  given({
    action,
    reason,
    actor: who,
    username: profile,
    from: from && startOf(from),
    before: to && endOf(to),
  });
