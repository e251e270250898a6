import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { sorts } from './schemas.ts';

export type Sort = (typeof sorts)[number];

/** What a row is placed by, as text; the second settles the order of rows that agree in the first. */
export type Place = { first: string; second: string };

/** How a column's values are written into a cursor, and read from it. */
type Kind = {
  write(column: RawBuilder<unknown>): RawBuilder<unknown>;
  read(value: string): RawBuilder<unknown>;
};

const plain: Kind = { write: (column) => column, read: (value) => sql`${value}::text` };

/** A stamp, as microseconds since 1970. */
const stamp: Kind = {
  write: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint::text`,
  read: (value) => sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
};

type Order = { first: RawBuilder<unknown>; kind: Kind; descending: boolean };

/** The orders that profiles are listed in. No two have the same place: `position` is each one's own. */
const orders: Record<Sort, Order> = {
  newest: { first: sql`profiles.created_at`, kind: stamp, descending: true },
  oldest: { first: sql`profiles.created_at`, kind: stamp, descending: false },
  changed: { first: sql`profiles.updated_at`, kind: stamp, descending: true },
  username: { first: sql`profiles.username_key`, kind: plain, descending: false },
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
export function isAfter(sort: Sort, place: Place | undefined): RawBuilder<unknown>[] {
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

const whole = z.string().regex(/^-?\d{1,17}$/);
const name = z.string().regex(/^[a-z0-9_.-]{1,64}$/);

const cursors = {
  newest: z.tuple([z.literal('newest'), whole, whole]),
  oldest: z.tuple([z.literal('oldest'), whole, whole]),
  changed: z.tuple([z.literal('changed'), whole, whole]),
  username: z.tuple([z.literal('username'), name, whole]),
} as const satisfies Record<Sort, z.ZodType>;

/** A page's end, for clients to send back as it is. */
export const cursorOf = (sort: Sort, { first, second }: Place): string =>
  Buffer.from(JSON.stringify([sort, first, second])).toString('base64url');

function invalidCursor(): AppError {
  const message = 'Must be the nextCursor of the page before, in the same order.';
  return new AppError('BAD_REQUEST', 'INPUT_INVALID', `cursor: ${message}`, {
    issues: [{ path: ['cursor'], message }],
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The place a cursor stands for. Gives `INPUT_INVALID` for one that is none, or is of another sort. */
export function placeOf(sort: Sort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) {
    return undefined;
  }
  const parsed = cursors[sort].safeParse(parsedJson(Buffer.from(cursor, 'base64url').toString()));
  if (!parsed.success) {
    throw invalidCursor();
  }
  const [, first, second] = parsed.data;
  return { first, second };
}
