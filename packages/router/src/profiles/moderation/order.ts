import { sql, type RawBuilder } from 'kysely';
import type { Condition } from '../../conditions.ts';
import { microsOf, readCursor, stampOf, writeCursor } from '../../cursors.ts';
import type { sorts } from './schemas.ts';

export type Sort = (typeof sorts)[number];

/** What a row is placed by, as text; the second settles the order of rows that agree in the first. */
export type Place = { first: string; second: string };

/** How a column's values are written into a cursor, what they look like there, and how they are read from it. */
type Kind = {
  write(column: RawBuilder<unknown>): RawBuilder<unknown>;
  shape: string;
  read(value: string): RawBuilder<unknown>;
};

const name: Kind = {
  write: (column) => column,
  shape: '([a-z0-9_.-]{1,64})',
  read: (value) => sql`${value}::text`,
};

const stamp: Kind = { write: microsOf, shape: String.raw`(-?\d{1,17})`, read: stampOf };

type Order = { first: RawBuilder<unknown>; kind: Kind; descending: boolean };

/** The orders that profiles are listed in. No two have the same place: `position` is each one's own. */
const orders: Record<Sort, Order> = {
  newest: { first: sql`profiles.created_at`, kind: stamp, descending: true },
  oldest: { first: sql`profiles.created_at`, kind: stamp, descending: false },
  changed: { first: sql`profiles.updated_at`, kind: stamp, descending: true },
  username: { first: sql`profiles.username_key`, kind: name, descending: false },
};

/** The `order by` of a sort, over `profiles`. */
export function orderBy(sort: Sort): RawBuilder<unknown> {
  const { first, descending } = orders[sort];
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`${first} ${direction}, profiles.position ${direction}`;
}

/** The columns that a row's place is read from. */
export function placeColumns(sort: Sort): RawBuilder<unknown> {
  const { first, kind } = orders[sort];
  return sql`${kind.write(first)} as first, profiles.position::text as second`;
}

/** The rows that come after a place; all of them without one. The first comparison is what an index is entered by. */
export function isAfter(sort: Sort, place: Place | undefined): Condition[] {
  if (!place) {
    return [];
  }
  const { first, kind, descending } = orders[sort];
  const [reaches, passes] = descending ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  const [value, position] = [kind.read(place.first), sql`${place.second}::bigint`];
  return [
    sql`${first} ${reaches} ${value}`,
    sql`(${first}, profiles.position) ${passes} (${value}, ${position})`,
  ];
}

/** A page's end, for clients to send back as it is. */
export const cursorOf = (sort: Sort, { first, second }: Place): string =>
  writeCursor(sort, first, second);

/** The place a cursor stands for. Gives `INPUT_INVALID` for one that is none, or is of another sort. */
export function placeOf(sort: Sort, cursor: string | undefined): Place | undefined {
  const { shape } = orders[sort].kind;
  const [first, second] = readCursor(
    new RegExp(String.raw`^${sort} ${shape} (-?\d{1,17})$`),
    cursor,
  );
  return first === undefined || second === undefined ? undefined : { first, second };
}
