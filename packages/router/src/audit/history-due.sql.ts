import { allRows, type Executor, isoInstant } from '@namecard/db';

/** Enough to know that it is much: counting all would take seconds. */
const mostCounted = 100_000;

export type HistoryDue = {
  /** The instant from which on old history is deleted. */
  from: string;
  /** How many events go then; at most 100,000 are counted. */
  events: number;
};

/**
 * What the first deletion of old history will take. Undefined if it has happened, or
 * if nothing is due.
 */
export async function readHistoryDue(
  em: Executor,
  months: number,
): Promise<HistoryDue | undefined> {
  const rows = await allRows(em)<HistoryDue>`
    select history_pruned_from as "from", (
      select count(*)::int from (
        select from audit_events
        where at < since and not is_kept(audit_events, since)
        limit ${mostCounted}
      ) due
    ) as events
    from change_feeds
    cross join lateral (select history_pruned_from - make_interval(months => ${months}::int) as since) kept
    where history_pruned_from > current_instant()
  `;
  const [due] = rows;
  return due && due.events > 0 ? { ...due, from: isoInstant(due.from) } : undefined;
}
