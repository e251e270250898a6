import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { SearchUsersInput } from './schemas.ts';

export type Sort = z.infer<typeof SearchUsersInput>['sort'];

/** A user's place in the order of creation: microseconds since 1970, and the id where two agree in them. */
export type Place = { micros: string; id: string };

/** The column that `Place` is read from. */
export const micros = sql<string>`(extract(epoch from created_at) * 1000000)::bigint::text`;

/** The `order by` of a sort. */
export const orderBy = (sort: Sort): RawBuilder<unknown> =>
  sort === 'newest' ? sql`created_at desc, id desc` : sql`created_at, id`;

/** The rows that come after a place in a sort; all of them without one. */
export function isAfter(sort: Sort, place: Place | undefined): RawBuilder<unknown> {
  if (!place) {
    return sql`true`;
  }
  const instant = sql`timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond'`;
  return sql`(created_at, id) ${sort === 'newest' ? sql`<` : sql`>`} (${instant}, ${place.id}::uuid)`;
}

/** A page's end, for clients to send back as it is. */
export const cursorOf = (sort: Sort, { micros: time, id }: Place): string =>
  Buffer.from(`${sort} ${time} ${id}`).toString('base64url');

const shape = /^(newest|oldest) (\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place a cursor stands for. Gives `INPUT_INVALID` for one that is none, or is of the other sort. */
export function placeOf(sort: Sort, cursor: string | undefined): Place | undefined {
  if (cursor === undefined) {
    return undefined;
  }
  const [, ofSort, time, id] = Buffer.from(cursor, 'base64url').toString().match(shape) ?? [];
  if (ofSort !== sort || time === undefined || id === undefined) {
    const message = 'Must be the nextCursor of the page before, in the same order.';
    throw new AppError('BAD_REQUEST', 'INPUT_INVALID', `cursor: ${message}`, {
      issues: [{ path: ['cursor'], message }],
    });
  }
  return { micros: time, id };
}
