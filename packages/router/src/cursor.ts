import type { Keyset, SortKey } from '@namecard/db';
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
    throw invalidField(
      'cursor',
      'Must be the nextCursor of the page before, in the same order.',
    );
  }
  return sortKey;
}

/**
 * The first `limit` of rows that were asked for with one more, and the cursor of what follows them; null where nothing does.
 * @param reached how far a search came that stopped before it had found so many
 */
export function pageOf<Row extends { sortKey: SortKey }>(
  order: Pick<Keyset, 'writeCursor'>,
  rows: readonly Row[],
  limit: number,
  reached?: SortKey,
): { page: Row[]; nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)?.sortKey : reached;
  return { page, nextCursor: last ? order.writeCursor(last) : null };
}
