import type { Keyset, SortKey } from '@namecard/db';
import { invalidField } from './errors.ts';

/** Fails with `INPUT_INVALID` for a cursor of another order. */
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
      'Must be the nextCursor of an earlier page in the same order.',
    );
  }
  return sortKey;
}

/**
 * Takes the first `limit` rows. The query asked for one more.
 * @param reached the last row that was read, if a search stopped early
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

type Asked = { cursor?: string | undefined; limit: number };

/** The page behind a cursor. Reads one row more than it has, to know if another follows. */
export async function readPage<Row extends { sortKey: SortKey }>(
  order: Pick<Keyset, 'readCursor' | 'writeCursor'>,
  { cursor, limit }: Asked,
  read: (asked: { after: SortKey | undefined; limit: number }) => Promise<readonly Row[]>,
): Promise<{ page: Row[]; nextCursor: string | null }> {
  const rows = await read({ after: sortKeyOf(order, cursor), limit: limit + 1 });
  return pageOf(order, rows, limit);
}
