import { sql } from 'kysely';
import type { z } from 'zod';
import type { Condition } from '../../conditions.ts';
import { microsOf, readCursor, stampOf, writeCursor } from '../../cursors.ts';
import type { SearchUsersInput } from './schemas.ts';

export type Sort = z.infer<typeof SearchUsersInput>['sort'];

/** A user's place in the order of creation: microseconds since 1970, and the id where two agree in them. */
export type Place = { micros: string; id: string };

/** The column that `Place` is read from. */
export const micros = microsOf(sql`created_at`);

/** The `order by` of a sort. */
export const orderBy = (sort: Sort) =>
  sort === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`;

/** The rows that come after a place in a sort; all of them without one. */
export function isAfter(sort: Sort, place: Place | undefined): Condition {
  if (!place) {
    return sql`true`;
  }
  const passes = sort === 'newest' ? sql`<` : sql`>`;
  return sql`(created_at, id) ${passes} (${stampOf(place.micros)}, ${place.id}::uuid)`;
}

/** A page's end, for clients to send back as it is. */
export const cursorOf = (sort: Sort, place: Place): string =>
  writeCursor(sort, place.micros, place.id);

const shapes: Record<Sort, RegExp> = {
  newest: /^newest (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
  oldest: /^oldest (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
};

/** The place a cursor stands for. Gives `INPUT_INVALID` for one that is none, or is of the other sort. */
export function placeOf(sort: Sort, cursor: string | undefined): Place | undefined {
  const [time, id] = readCursor(shapes[sort], cursor);
  return time === undefined || id === undefined ? undefined : { micros: time, id };
}
