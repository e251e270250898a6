import { setTimeout as sleep } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './database.ts';
import { isDeadlock, isLockTimeout, isUnavailable } from './errors.ts';

/** Statements of a kind under way at once, unless another number is said: with two, one is answered while the next is asked for. */
const usuallyUnderWay = 2;

/** Items that one statement takes at most. */
const mostItems = 100;

/** Milliseconds for which a write by itself counts as under way: it may wait for its row, which others need not. */
const longestAlone = 100;

/** Whether one item may be at fault. Where the database itself is in trouble it is not asked more often. */
const mayBeOfOne = (error: unknown) =>
  !isUnavailable(error) || isDeadlock(error) || isLockTimeout(error);

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

type Writing<Item, Row> = {
  /** By which row an item is written; two of one row don't travel together. */
  keyOf: (item: Item) => string;
  /** After whom one waits who goes alone: others of the same line. The key unless it is given. */
  lineOf?: (item: Item) => string;
  /** Writes those whose rows nobody else holds, and gives what became of them by their keys. Waits at most for who adds the same row. */
  all: (em: Executor, items: readonly Item[]) => Promise<ReadonlyMap<string, Row>>;
  /** Writes one; nothing where there is no such row. */
  one: (em: Executor, item: Item) => Promise<Row | undefined>;
};

/**
 * Writes that travel together. Whose row another holds waits for that row by itself, and keeps nobody else waiting; so does a second
 * write of the same row, once the first is done. A write that nobody travels with is done by itself at once, and keeps others waiting
 * for `longestAlone` at most. Where transactions are not `read committed`, a row that has just been changed has the statement for all
 * done again.
 */
export function writtenTogether<Item, Row>({
  keyOf,
  lineOf = keyOf,
  all,
  one,
}: Writing<Item, Row>) {
  const write = doneTogether<undefined, Item, Row | undefined>(async (em, _, items) => {
    const [only, ...others] = items;
    if (only !== undefined && others.length === 0) {
      const written = one(em, only);
      await Promise.race([
        written.catch(() => {}),
        sleep(longestAlone, undefined, { ref: false }),
      ]);
      return [written];
    }
    const firsts = new Map(items.toReversed().map((item) => [keyOf(item), item]));
    const rows = await all(em, [...firsts.values()]);
    const last = new Map<string, Promise<Row | undefined>>();
    return items.map((item) => {
      const [key, line] = [keyOf(item), lineOf(item)];
      const row = firsts.get(key) === item ? rows.get(key) : undefined;
      const alone = async () => one(em, item);
      const written =
        row === undefined
          ? (last.get(line)?.then(alone, alone) ?? alone())
          : Promise.resolve(row);
      last.set(line, written);
      return written;
    });
  });
  return async (em: Executor, item: Item): Promise<Row | undefined> =>
    write(em, undefined, item);
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
  const [inTable, inGiven] = [sql.ref(`own.${column}`), sql.ref(`given.${name}`)];
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
export function rowsOfJson(
  json: RawBuilder<string>,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const limit = sql`limit json_array_length(${json}::json)`;
  return sql`
    select * from (select * from json_to_recordset(${json}::json) as row (${columns}) ${limit}) tenth ${limit}
  `;
}

type Store<Key, Value> = {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
};

function entryOf<Key, Value>(
  store: Store<Key, Value>,
  key: Key,
  make: () => Value,
): Value {
  const kept = store.get(key);
  if (kept !== undefined) {
    return kept;
  }
  const made = make();
  store.set(key, made);
  return made;
}
