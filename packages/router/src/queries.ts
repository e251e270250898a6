import type { hourlyCounters, Keyset, SortKey } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { invalidField } from './errors.ts';

/** The row that a page comes after; undefined without a cursor. Gives `INPUT_INVALID` for one that is none of this order. */
export function sortKeyOf(
  order: Pick<Keyset, 'readCursor'>,
  cursor: string | undefined,
): SortKey | undefined {
  if (cursor === undefined) {
    return undefined;
  }
  const sortKey = order.readCursor(cursor);
  if (!sortKey) {
    throw invalidField('cursor', 'Must be the nextCursor of the page before, in the same order.');
  }
  return sortKey;
}

/** The first `limit` of rows that were asked for with one more, and the cursor of what follows them; null where nothing does. */
export function pageOf<Row extends { sortKey: SortKey }>(
  order: Pick<Keyset, 'writeCursor'>,
  rows: readonly Row[],
  limit: number,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last ? order.writeCursor(last.sortKey) : null };
}

type Counter = (typeof hourlyCounters)[number];

/** Whether less than so many were counted in this clock hour, over all instances; 0 is any number. */
export const isBelow = (counter: Counter, most: number | RawBuilder<number>) =>
  sql<boolean>`(${most}::int = 0 or not exists (
    select from hourly_counts h where h.counter = ${sql.lit(counter)}
      and h.hour = date_trunc('hour', current_instant()) and h.count >= ${most}::int
  ))`;
