import { sql, type RawBuilder } from 'kysely';
import type { Condition } from './conditions.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { instantOfMicros, microsOf } from './instants.ts';

/** A value's text, or where a prepared statement has it. */
type Text = string | RawBuilder<string>;

/** How a column's values are written into a cursor, what they look like there, and how they are read from it. */
const kinds = {
  instant: { write: microsOf, shape: String.raw`-?\d{1,17}`, read: instantOfMicros },
  integer: {
    write: (column: RawBuilder<unknown>) => sql<string>`${column}::text`,
    shape: String.raw`-?\d{1,17}`,
    read: (text: Text) => sql`${text}::bigint`,
  },
  name: {
    write: (column: RawBuilder<unknown>) => sql<string>`${column}`,
    shape: '[a-z0-9_.-]{1,64}',
    read: (text: Text) => sql`${text}::text`,
  },
  uuid: {
    write: (column: RawBuilder<unknown>) => sql<string>`${column}::text`,
    shape: '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}',
    read: (text: Text) => sql`${text}::uuid`,
  },
} as const;

/** The values that a row is ordered by, in text. */
export type SortKey = readonly string[];

export type KeysetOptions = {
  /** The order's name, which its cursors begin with, so that none is taken for another order's. */
  name: string;
  table: string;
  /** The properties that rows are ordered by; all together they differ between any two rows. */
  by: Readonly<Record<string, keyof typeof kinds>>;
  descending?: boolean;
};

/** An order of rows of which pages are read: each begins after the last row of the page before. */
export function keyset({ name, table, by, descending = false }: KeysetOptions) {
  const keys = Object.entries(by).map(([property, kind]) => ({
    column: sql.ref(`${table}.${property}`),
    kind: kinds[kind],
  }));
  const direction = descending ? sql`desc` : sql`asc`;
  const [reaches, passes] = descending ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  const columns = sql.join(keys.map(({ column }) => column));
  const shape = new RegExp(
    `^${[name, ...keys.map(({ kind }) => `(${kind.shape})`)].join(' ')}$`,
  );
  return {
    /** For an `order by`. */
    order: sql.join(keys.map(({ column }) => sql`${column} ${direction}`)),
    /** A column `sortKey` for a `select`. */
    sortKey: sql<SortKey>`array[${sql.join(keys.map(({ column, kind }) => kind.write(column)))}] as "sortKey"`,
    /** The rows after a key; all of them without one. An index is entered by the first of the two comparisons. */
    isAfter: (sortKey: readonly Text[] | undefined): Condition[] => {
      if (!sortKey) return [];
      const values = keys.map(({ kind }, index) => kind.read(sortKey[index] ?? ''));
      return [
        sql`${keys[0]?.column} ${reaches} ${values[0]}`,
        sql`(${columns}) ${passes} (${sql.join(values)})`,
      ];
    },
    writeCursor: (sortKey: SortKey): string => writeCursor(name, ...sortKey),
    /** Undefined for what is no cursor, or one of another order. */
    readCursor: (cursor: string): SortKey | undefined => readCursor(shape, cursor),
  };
}

export type Keyset = ReturnType<typeof keyset>;
