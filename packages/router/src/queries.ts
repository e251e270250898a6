import { type RawBuilder, sql } from 'kysely';
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

/** Whether a username that its owner took at that instant has been held for long enough to rest once it is free. */
export const hasBeenHeld = (since: RawBuilder<unknown>) =>
  sql<boolean>`${since} <= current_instant() - interval '7 days'`;

/** Until when a username rests that becomes free now. */
export const restsUntil = sql<string>`current_instant() + interval '90 days'`;

/**
 * Has usernames that become free rest: for all but their last owner, for everybody where there is none.
 * @param freed selects kind, hash and owner's id
 */
export const restUsernames = (freed: RawBuilder<unknown>) => sql`
  insert into resting_usernames (kind, hash, owner_id, until)
  select kind, hash, owner_id, ${restsUntil} from (${freed}) freed (kind, hash, owner_id)
  on conflict (kind, hash) do update set owner_id = excluded.owner_id, until = excluded.until
`;

/**
 * Always true. A statement that stands by itself and asks for it is committed without waiting for the disk: what it writes may be lost
 * when the database crashes within the second (`wal_writer_delay`, PostgreSQL 30.4), and never by itself. For what is then merely
 * done or counted again. Within a transaction it would have the whole of it not wait.
 */
export const withoutWaiting = sql<boolean>`(select set_config('synchronous_commit', 'off', true)) = 'off'`;
