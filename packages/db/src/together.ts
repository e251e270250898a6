import type { Executor } from './database.ts';
import { isUnavailable } from './errors.ts';

/** Statements of a look-up under way at once: with two, one is answered while the next is asked for. */
const mostUnderWay = 2;

/** Keys that one statement looks up at most. */
const mostKeys = 100;

type Waiter<Row> = {
  key: string;
  resolve: (row: Row | undefined) => void;
  reject: (error: unknown) => void;
};

type Find<Row> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;

class LookUps<Row> {
  #underWay = 0;
  #waiting: Waiter<Row>[] = [];

  readonly #find: Find<Row>;

  constructor(find: Find<Row>) {
    this.#find = find;
  }

  async of(key: string): Promise<Row | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>();
    this.#waiting.push({ key, resolve, reject });
    if (this.#underWay < mostUnderWay) {
      void this.#lookUp();
    }
    return promise;
  }

  /** Whoever comes meanwhile waits for the next one: what is read for them is read after they asked. */
  async #lookUp(): Promise<void> {
    const travelling = this.#waiting.splice(0, mostKeys);
    this.#underWay += 1;
    await this.#answer(travelling);
    this.#underWay -= 1;
    if (this.#waiting.length > 0) {
      void this.#lookUp();
    }
  }

  async #answer(travelling: Waiter<Row>[]): Promise<void> {
    try {
      const rows = await this.#find(travelling.map(({ key }) => key));
      travelling.forEach(({ key, resolve }) => resolve(rows.get(key)));
    } catch (error) {
      if (travelling.length === 1 || isUnavailable(error)) {
        travelling.forEach(({ reject }) => reject(error));
      } else {
        // One of them may be at fault: each is looked up by itself.
        await Promise.all(travelling.map(async (waiter) => this.#answer([waiter])));
      }
    }
  }
}

/**
 * Look-ups that travel together: at once while fewer than two statements are under way, and those that wait then go as one. A
 * statement has the deadline of every other, so that nobody waits for more than the one before theirs and their own.
 * @param find what is found under each of the keys, in a scope that they have in common; nothing for a key that finds nothing
 */
export function lookedUpTogether<Scope extends number | undefined, Row>(
  find: (em: Executor, scope: Scope, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): (em: Executor, scope: Scope, key: string) => Promise<Row | undefined> {
  const all = new WeakMap<Executor, Map<Scope, LookUps<Row>>>();
  return async (em, scope, key) => {
    const scopes = entryOf(all, em, () => new Map<Scope, LookUps<Row>>());
    return entryOf(scopes, scope, () => new LookUps((keys) => find(em, scope, keys))).of(key);
  };
}

/** A read that is under way, and the one that begins when it ends, which whoever asks meanwhile is given the answer of. */
type Reading<Result> = { under: Promise<Result>; next?: Promise<Result> };

/**
 * A read that those share who ask for the same at the same time: each is given what was read after they had asked, and none
 * joins a read that has begun.
 * @param keyOf tells values apart that read different things
 */
export function readTogether<Reader extends object, Values, Result>(
  keyOf: (values: Values) => string,
  read: (em: Reader, values: Values) => Promise<Result>,
): (em: Reader, values: Values) => Promise<Result> {
  const all = new WeakMap<Reader, Map<string, Reading<Result>>>();
  return async (em, values) => {
    const readings = entryOf(all, em, () => new Map<string, Reading<Result>>());
    const key = keyOf(values);
    const begin = async (): Promise<Result> => {
      const reading = { under: read(em, values) };
      readings.set(key, reading);
      try {
        return await reading.under;
      } finally {
        if (readings.get(key) === reading && !('next' in reading)) {
          readings.delete(key);
        }
      }
    };
    const reading = readings.get(key);
    if (!reading) {
      return begin();
    }
    reading.next ??= reading.under.then(begin, begin);
    return reading.next;
  };
}

type Store<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown };

function entryOf<Key, Value>(store: Store<Key, Value>, key: Key, make: () => Value): Value {
  const kept = store.get(key);
  if (kept !== undefined) {
    return kept;
  }
  const made = make();
  store.set(key, made);
  return made;
}
