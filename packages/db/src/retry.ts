import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from './errors.ts';

/** Milliseconds: as long as a call waits for its turn. */
const longest = 10_000;

/** Milliseconds. Pauses are random, so that callers don't collide again. */
const pauses = { first: 4, longest: 250 };

/** For a single statement or a whole transaction: a failed one leaves nothing. */
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
