import type { hourlyCounters } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { invalidField } from './errors.ts';

/** What a row has to fulfil, in SQL. */
export type Condition = RawBuilder<unknown>;

/** All of them at once; true where there is none. */
export const every = (conditions: readonly Condition[]): Condition =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** A text as a pattern of `like`, in which `\`, `%` and `_` stand for themselves. */
export const literally = (text: string) =>
  text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);

/** A page's end, for clients to send back as it is: they are to treat it as opaque. */
export const writeCursor = (...parts: (string | number)[]): string =>
  Buffer.from(parts.join(' ')).toString('base64url');

/** What the groups of a shape hold in a cursor; nothing without one. Gives `INPUT_INVALID` for one of another shape. */
export function readCursor(shape: RegExp, cursor: string | undefined): string[] {
  if (cursor === undefined) {
    return [];
  }
  const [found, ...parts] = Buffer.from(cursor, 'base64url').toString().match(shape) ?? [];
  if (found === undefined) {
    throw invalidField('cursor', 'Must be the nextCursor of the page before, in the same order.');
  }
  return parts;
}

/** A stamp as text of whole microseconds since 1970: exact, as PostgreSQL keeps it. */
export const microsOf = (column: RawBuilder<unknown>) =>
  sql<string>`(extract(epoch from ${column}) * 1000000)::bigint::text`;

/** The stamp of so many microseconds since 1970. */
export const stampOf = (micros: string) =>
  sql`timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond'`;

type Counter = (typeof hourlyCounters)[number];

/** Whether less than so many were counted in this clock hour, over all instances; 0 is any number. */
export const isBelow = (counter: Counter, most: number): RawBuilder<boolean> =>
  most === 0
    ? sql<boolean>`true`
    : sql<boolean>`not exists (
        select from hourly_counts h where h.counter = ${counter}
          and h.hour = date_trunc('hour', current_instant()) and h.count >= ${most}
      )`;
