/**
 * Runs writes of many callers as one statement.
 *
 * Problem: a batch must not wait for a row that another transaction locks.
 *
 * Plan: a batch locks the rows that are free (`lockIfFree`) and leaves out the
 * others. A caller whose row is not free runs alone and waits. The next batch
 * waits for it 100 ms at most.
 *
 * Price: a statement reads the rows of a JSON array instead of parameters.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { doneTogether } from './batch.ts';
import type { Executor } from './database.ts';
import { preparedSql, type Value } from './prepared-query.ts';

/** Milliseconds that other writes wait for a single write whose row is locked. */
const longestAlone = 100;

type Write<Item, Row> = {
  /** Columns of `given`, such as `id uuid, name text`: an item's properties. */
  columns: string;
  /** Picks the items of `given` whose rows are free, and locks those rows. */
  lockIfFree: RawBuilder<boolean>;
  /** More CTEs. They read `chosen`, the items of `given` that are written. */
  parts?: readonly RawBuilder<unknown>[];
  /** Writes the items of `chosen` and returns a row for each written one. */
  statement: RawBuilder<Row>;
  /** Finds an item's row in the result. A batch has at most one item per key. */
  keyOf: (item: Item) => string;
  keyOfRow: (row: Row) => string;
  /**
   * A batch has at most one item per line. Others of the line run after it, in turn.
   * Default: the key.
   */
  lineOf?: (item: Item) => string;
};

/**
 * A write with one statement for one item and for many.
 *
 * `together` joins calls into batches. A batch does not wait for locks. An item
 * whose row is locked runs alone and waits. A second item of the same key or line
 * also runs alone, after the batch. At an isolation level above `read committed`,
 * a row that has just changed makes the batch start again.
 *
 * `alone` writes an item within the caller's transaction. Both return `undefined`
 * if the statement returned no row for the item.
 */
export function batchedWrite<Item extends object, Row extends object>({
  columns,
  lockIfFree: isFree,
  parts = [],
  statement,
  keyOf,
  keyOfRow,
  lineOf = keyOf,
}: Write<Item, Row>) {
  const form = (isChosen: RawBuilder<boolean>) =>
    preparedSql((value: Value<{ given: string }>) => {
      const all = [
        sql`given as materialized (${rowsOfJson(value('given'), sql.raw(columns))})`,
        sql`chosen as materialized (select given.* from given where ${isChosen})`,
        ...parts,
      ];
      return sql<Row>`with ${sql.join(all)} ${statement}`;
    });
  const [writeFree, writeAll] = [form(isFree), form(sql`true`)];
  const alone = async (em: Executor, item: Item): Promise<Row | undefined> =>
    (await writeAll(em, { given: JSON.stringify([item]) }))[0];

  const writeOnly = async (em: Executor, item: Item) => {
    const written = alone(em, item);
    const patience = sleep(longestAlone, undefined, { ref: false });
    await Promise.race([written.catch(() => {}), patience]);
    return [written];
  };
  const run = async (em: Executor, items: readonly Item[]) => {
    const [only, second] = items;
    if (only !== undefined && second === undefined) {
      return writeOnly(em, only);
    }
    const batch = firstOfEach(items, [keyOf, lineOf]);
    const rows = await writeFree(em, { given: JSON.stringify([...batch]) });
    const written = new Map(rows.map((row) => [keyOfRow(row), row]));
    const lines = new Map<string, Promise<Row | undefined>>();
    return items.map((item) => {
      const row = batch.has(item) ? written.get(keyOf(item)) : undefined;
      if (row !== undefined) {
        return row;
      }
      const writeIt = async () => alone(em, item);
      const last = lines.get(lineOf(item)) ?? Promise.resolve(undefined);
      const result = last.then(writeIt, writeIt);
      lines.set(lineOf(item), result);
      return result;
    });
  };
  return { together: doneTogether<Item, Row | undefined>(run), alone };
}

function firstOfEach<Item>(
  items: readonly Item[],
  namings: readonly ((item: Item) => string)[],
): Set<Item> {
  const seen = namings.map(() => new Set<string>());
  const firsts = items.filter((item) => {
    const names = namings.map((nameOf) => nameOf(item));
    if (names.some((name, index) => seen[index]?.has(name))) {
      return false;
    }
    names.forEach((name, index) => seen[index]?.add(name));
    return true;
  });
  return new Set(firsts);
}

/**
 * Locks the key of a missing row, unless another batch is adding that row. The
 * lock lasts until the transaction ends. Without it two batches that add the same
 * rows could deadlock.
 * @param table such as `addresses`
 */
export const lockNewIfFree = (
  table: string,
  key: RawBuilder<unknown>,
): RawBuilder<boolean> =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${sql.lit(`adding to ${table} `)} || ${key}, 0))`;

/**
 * Locks the rows of all items in `given` that no other transaction locks, without
 * waiting. True for an item with such a row, and for one without a row.
 * @param column of the table; `given` has it as `name`
 * @param ifNone must also hold if there is no such row
 */
export function lockIfFree(
  table: string,
  column: string,
  name: string,
  ifNone: RawBuilder<boolean> = sql`true`,
): RawBuilder<boolean> {
  // No `sql.ref` for `given`: Kysely would write `ownerId` as `owner_id`.
  const [inTable, inGiven] = [sql.ref(`own.${column}`), sql.raw(`given."${name}"`)];
  const rows = sql`select ${inTable} from ${sql.table(table)} as own join given on ${inTable} = ${inGiven}`;
  return sql`(
    ${inGiven} in (${rows} for no key update of own skip locked) or ${inGiven} not in (${rows}) and ${ifNone}
  )`;
}

/**
 * The rows of a JSON array. PostgreSQL expects 100 rows of any array, so it would
 * read a table of some thousand rows as a whole. With a limit of unknown value it
 * expects a tenth of them. With two such limits it expects one row.
 * @param columns such as `id uuid, name text`
 */
function rowsOfJson(
  json: RawBuilder<string>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const limit = sql`limit json_array_length(${json}::json)`;
  return sql`
    select * from (select * from json_to_recordset(${json}::json) as row (${columns}) ${limit}) tenth ${limit}
  `;
}
