import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from './errors.ts';

/** Milliseconds for which work is begun again: as long as a call waits for its turn. */
const longest = 10_000;

/** Milliseconds between two tries: at random, up to twice as long each time, so that those who collide part. */
const pauses = { first: 4, longest: 250 };

/**
 * Does work again where the database ended it in favour of another. For what is all done or all undone by then: a single
 * statement outside of any transaction, or a whole transaction.
 */
export async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + longest;
  for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || performance.now() > end) {
        throw error;
      }
      await sleep(Math.random() * pause);
    }
  }
}
