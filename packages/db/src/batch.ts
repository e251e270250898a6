/**
 * Runs calls of many callers as one statement.
 *
 * Problem: under load a statement costs little for its row. Most of its cost is
 * the wake-up of a server process, a round trip and, for a write, a commit.
 *
 * Plan: the first two statements of a kind start at once. Calls that come
 * meanwhile wait. They go as one statement when one of the two ends. No call
 * waits for a timer, so nothing changes at low load. A read gives each caller its
 * row. Writes also have to lock rows (batched-write.ts).
 *
 * Price: if one item may have made a batch fail, each item runs again alone.
 */
import type { Executor } from './database.ts';
import { isDeadlock, isLockTimeout, isMisunderstood, isUnavailable } from './errors.ts';

/** Most statements of a kind at once: the next starts while one is answered. */
const usuallyUnderWay = 2;

const mostItems = 100;

/** Whether one item may have caused the error. Other errors hit all. */
const mayBeOfOne = (error: unknown) =>
  (!isUnavailable(error) || isDeadlock(error) || isLockTimeout(error)) &&
  !isMisunderstood(error);

type Waiter<Item, Result> = {
  item: Item;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
};

/** Results in the order of the items. An item that takes longer has a promise. */
type Run<Item, Result> = (
  items: readonly Item[],
) => Promise<readonly (Result | Promise<Result>)[]>;

/** Batches items that come within a turn of the event loop, or during a run. */
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

  /**
   * Items that come during a run wait for the next run. So a read never returns
   * data from before its call.
   */
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
        // In sequence, so that two writes of the same row keep their order.
        for (const waiter of batch) {
          await this.#runBatch([waiter]);
        }
      }
    }
  }
}

/**
 * Joins calls into batches. Each batch has one deadline, so a call waits for two
 * statements at most.
 * @param run must do all or nothing, and return results in the order of the
 *   items; after a failure it runs again for each item alone
 */
export function doneTogether<Item, Result>(
  run: (em: Executor, items: readonly Item[]) => ReturnType<Run<Item, Result>>,
  mostUnderWay = usuallyUnderWay,
): (em: Executor, item: Item) => Promise<Result> {
  const all = new WeakMap<Executor, Batcher<Item, Result>>();
  return (em, item) => {
    const batcher =
      all.get(em) ??
      new Batcher((items: readonly Item[]) => run(em, items), mostUnderWay);
    all.set(em, batcher);
    return batcher.add(item);
  };
}

/** Batches look-ups by key. `find` leaves out keys without a row. */
export const lookedUpTogether = <Row>(
  find: (em: Executor, keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>,
): ((em: Executor, key: string) => Promise<Row | undefined>) =>
  doneTogether(async (em, keys: readonly string[]) => {
    const rows = await find(em, keys);
    return keys.map((key) => rows.get(key));
  });
