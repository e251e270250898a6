import { sql, type RawBuilder } from 'kysely';
import type { Condition } from './conditions.ts';
import { readCursor, writeCursor } from './cursors.ts';
import { instantOfMicros, microsOf } from './instants.ts';

type Text = string | RawBuilder<string>;

const cast = (type: 'bigint' | 'text' | 'uuid', shape: string) => ({
  write: (column: RawBuilder<unknown>) => sql<string>`${column}::text`,
  shape,
  read: (text: Text) => sql`${text}::${sql.raw(type)}`,
});

/** How a cursor writes, matches and reads a column. */
const kinds = {
  instant: { write: microsOf, shape: String.raw`-?\d{1,17}`, read: instantOfMicros },
  integer: cast('bigint', String.raw`-?\d{1,17}`),
  name: cast('text', '[a-z0-9_.-]{1,64}'),
  address: cast('text', '[!-~]{3,254}'),
  uuid: cast('uuid', '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'),
} as const;

export type SortKey = readonly string[];

type KeysetOptions = {
  /** Cursors start with it, so that no order accepts another's cursor. */
  name: string;
  table: string;
  /** The properties that order the rows. Together they are unique. */
  by: Readonly<Record<string, keyof typeof kinds>>;
  descending?: boolean;
};

/** An order of rows whose pages start after the last row of the page before. */
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
    table: sql.table(table),
    /** The columns that order the rows. */
    columns,
    order: sql.join(keys.map(({ column }) => sql`${column} ${direction}`)),
    sortKey: sql<SortKey>`array[${sql.join(keys.map(({ column, kind }) => kind.write(column)))}] as "sortKey"`,
    /** The rows after a key. The first comparison uses an index. */
    isAfter: (sortKey: readonly Text[] | undefined): Condition[] => {
      if (!sortKey) return [];
      const values = keys.map(({ kind }, index) => kind.read(sortKey[index] ?? ''));
      return [
        sql`${keys[0]?.column} ${reaches} ${values[0]}`,
        sql`(${columns}) ${passes} (${sql.join(values)})`,
      ];
    },
    writeCursor: (sortKey: SortKey): string => writeCursor(name, ...sortKey),
    /** Undefined if it is no cursor of this order. */
    readCursor: (cursor: string): SortKey | undefined => readCursor(shape, cursor),
  };
}

export type Keyset = ReturnType<typeof keyset>;
