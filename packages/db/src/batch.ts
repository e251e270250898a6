/**
 * Reads and writes that go together.
 *
 * Problem: under load a statement costs PostgreSQL and Node more for being a statement than for its row: a wake-up of a server
 * process, a round trip, and for a write a commit.
 *
 * Plan: the first two statements of a kind go at once. What comes while two are under way waits, and goes as one statement when one
 * of them ends. Nobody waits for a timer, so at low load nothing changes. A read gives each caller its row. A write takes only rows
 * that nobody holds; a caller whose row is held is served alone, so nobody waits for a stranger's lock.
 *
 * Price: a statement is written over the rows of a JSON array, not over parameters. A failure of a batch has each item tried again
 * by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';
import { isDeadlock, isLockTimeout, isMisunderstood, isUnavailable } from './errors.ts';
import { preparedSql, type Value } from './prepared-query.ts';

/** Statements of a kind under way at once, unless another number is said: with two, one is answered while the next is asked for. */
const usuallyUnderWay = 2;

/** Items that one statement takes at most. */
const mostItems = 100;

/** Milliseconds for which a write by itself counts as under way: it may wait for its row, which others need not. */
const longestAlone = 100;

/**
 * Whether one item may be at fault. Where the database itself is in trouble it is not asked more often, and a statement that
 * PostgreSQL does not understand is no item's fault.
 */
const mayBeOfOne = (error: unknown) =>
  (!isUnavailable(error) || isDeadlock(error) || isLockTimeout(error)) &&
  !isMisunderstood(error);

type Waiter<Item, Result> = {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};

/** What comes of each item, in their order; a promise where that takes longer than the statement for all. */
type Run<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly (Result | Promise<Result>)[]>;

/**
 * Runs an item at once while few statements are under way; those that come meanwhile go with the next one. At once means with the
 * requests that were received in the same turn of the event loop: nobody waits for them, and each statement wakes a server process.
 */
class Batcher<Item, Result> {
  #underWay = 0;
  #isPlanned = false;
  #waiting: Waiter<Item, Result>[] = [];

  readonly #run: Run<Item, Result>;
  readonly #mostUnderWay: number;

  constructor(run: Run<Item, Result>, mostUnderWay: number) {
    this.#run = run;
    this.#mostUnderWay = mostUnderWay;
  }

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, resolve, reject });
      this.#plan();
    });
  }

  /** Runs the next at the end of the event loop's turn. */
  #plan(): void {
    if (
      this.#waiting.length > 0 &&
      !this.#isPlanned &&
      this.#underWay < this.#mostUnderWay
    ) {
      this.#isPlanned = true;
      setImmediate(() => void this.#runNext());
    }
  }

  /** Whoever comes meanwhile waits for the next one: what is read for them is read after they asked. */
  async #runNext(): Promise<void> {
    this.#isPlanned = false;
    const batch = this.#waiting.splice(0, mostItems);
    this.#underWay += 1;
    // More than one batch may wait.
    this.#plan();
    await this.#runBatch(batch);
    this.#underWay -= 1;
    this.#plan();
  }

  async #runBatch(batch: Waiter<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ item }) => item));
      results.forEach((result, index) => batch[index]?.resolve(result));
    } catch (error) {
      if (batch.length === 1 || !mayBeOfOne(error)) {
        batch.forEach(({ reject }) => reject(error));
      } else {
        // One after the other: two writes of a row stay in their order.
        for (const waiter of batch) {
          await this.#runBatch([waiter]);
        }
      }
    }
  }
}

/**
 * Statements that travel together: at once while fewer than `mostUnderWay` are under way, and those that wait then go as one. One
 * has the deadline of every other, so that nobody waits for more than the one before theirs and their own.
 * @param run does all the items that have a scope in common, and returns what comes of each in their order; run again for each
 *   by itself where it fails, so all or nothing of it may be done by then
 */
export function doneTogether<Scope extends number | undefined, Item, Result>(
  run: (
    em: Executor,
    scope: Scope,
    items: readonly Item[],
  ) => ReturnType<Run<Item, Result>>,
  mostUnderWay = usuallyUnderWay,
): (em: Executor, scope: Scope, item: Item) => Promise<Result> {
  const all = new WeakMap<Executor, Map<Scope, Batcher<Item, Result>>>();
  return (em, scope, item) => {
    const scopes = entryOf(all, em, () => new Map<Scope, Batcher<Item, Result>>());
    const batcher = entryOf(
      scopes,
      scope,
      () => new Batcher((items: readonly Item[]) => run(em, scope, items), mostUnderWay),
    );
    return batcher.add(item);
  };
}

/**
 * Look-ups that travel together.
 * @param find what is found under each of the keys; nothing for a key that finds nothing
 */
export const lookedUpTogether = <Scope extends number | undefined, Row>(
  find: (
    em: Executor,
    scope: Scope,
    keys: readonly string[],
  ) => Promise<ReadonlyMap<string, Row>>,
): ((em: Executor, scope: Scope, key: string) => Promise<Row | undefined>) =>
  doneTogether(async (em, scope: Scope, keys: readonly string[]) => {
    const rows = await find(em, scope, keys);
    return keys.map((key) => rows.get(key));
  });

type Write<Item, Row> = {
  /** What the statement has of an item as `given`, such as `id uuid, name text`. The names are the item's properties. */
  columns: string;
  /** Which of `given` have rows that nobody else holds (`isFree`). It locks them. */
  isFree: RawBuilder<boolean>;
  /** More parts of the statement, which read `chosen`: the items of `given` that it writes. */
  parts?: readonly RawBuilder<unknown>[];
  /** Writes the items of `chosen`, and gives a row for each that was written. */
  statement: RawBuilder<Row>;
  /** By which row an item is written. A batch has one item of a key. */
  keyOf: (item: Item) => string;
  keyOfRow: (row: Row) => string;
  /** Items of one line are written one after another. The key unless it is given. */
  lineOf?: (item: Item) => string;
};

/**
 * A write that has one form, for one item or for many: a statement over the items that are `chosen`.
 *
 * `together` writes an item at once if nobody else writes, else with all that come meanwhile. A batch waits for no row: an item whose
 * row another transaction holds is written alone and waits for it, and so is a second item of the same line, after the first one.
 * An item alone keeps others waiting for `longestAlone` at most. If a transaction is not `read committed`, a row that has just
 * changed makes the batch start again.
 *
 * `alone` writes an item as a part of the caller's transaction. Both give nothing where there is no such row.
 */
export function batchedWrite<Item extends object, Row extends object>({
  columns,
  isFree: free,
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
  const [writeFree, writeAll] = [form(free), form(sql`true`)];
  const alone = async (em: Executor, item: Item): Promise<Row | undefined> =>
    (await writeAll(em, { given: JSON.stringify([item]) }))[0];

  const writeOnly = async (em: Executor, item: Item) => {
    const written = alone(em, item);
    const patience = sleep(longestAlone, undefined, { ref: false });
    await Promise.race([written.catch(() => {}), patience]);
    return [written];
  };
  const run = async (em: Executor, _: undefined, items: readonly Item[]) => {
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
  const batch = doneTogether<undefined, Item, Row | undefined>(run);
  const together = async (em: Executor, item: Item) => batch(em, undefined, item);
  return { together, alone };
}

/** Those items that have no name in common with an item before them. */
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
 * Whether no other statement for many is just adding the row of that key; none will while this one runs. Two that add the same rows
 * would each hold one that the other waits for, where a third has added one of them between their beginnings.
 * @param table such as `addresses`
 */
export const addsAlone = (table: string, key: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`pg_try_advisory_xact_lock(hashtextextended(${sql.lit(`adding to ${table} `)} || ${key}, 0))`;

/**
 * Whether the statement can lock the row of a table that an item of its part `given` names, waiting for nobody, or there is no such
 * row. Locks those of all items that are given.
 * @param column of the table, which `given` has as `name`
 * @param ifNone what has to hold where there is no such row
 */
export function isFree(
  table: string,
  column: string,
  name: string,
  ifNone: RawBuilder<boolean> = sql`true`,
): RawBuilder<boolean> {
  // Kysely would write `ownerId` as `owner_id`, which is what columns of tables are called.
  const [inTable, inGiven] = [sql.ref(`own.${column}`), sql.raw(`given."${name}"`)];
  const rows = sql`select ${inTable} from ${sql.table(table)} as own join given on ${inTable} = ${inGiven}`;
  return sql`(
    ${inGiven} in (${rows} for no key update of own skip locked) or ${inGiven} not in (${rows}) and ${ifNone}
  )`;
}

/**
 * The rows of a JSON array of objects. PostgreSQL takes any for a hundred rows, and so would read all of a table of some thousands to
 * find them; under a limit that it can't see it expects a tenth, and under two of them one.
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

type Store<Key, Kept> = {
  get(key: Key): Kept | undefined;
  set(key: Key, value: Kept): unknown;
};

function entryOf<Key, Kept>(store: Store<Key, Kept>, key: Key, make: () => Kept): Kept {
  const kept = store.get(key);
  if (kept !== undefined) {
    return kept;
  }
  const made = make();
  store.set(key, made);
  return made;
}
