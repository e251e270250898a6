import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable, missedAnAccount } from './errors.ts';

/** Milliseconds: as long as a call waits for its turn. */
const longest = 10_000;

/** Milliseconds. Pauses are random, so that callers don't collide again. */
const pauses = { first: 4, longest: 250 };

/** The next snapshot has the missed account. If it still fails, a racer is not why. */
const mostMissed = 3;

/** For a single statement or a whole transaction: a failed one leaves nothing. */
export async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + longest;
  let missed = 0;
  for (let pause = pauses.first; ; pause = Math.min(pause * 2, pauses.longest)) {
    try {
      return await work();
    } catch (error) {
      const mayHelp = missedAnAccount(error)
        ? (missed += 1) <= mostMissed
        : isRetryable(error);
      if (!mayHelp || performance.now() > end) {
        throw error;
      }
      await sleep(Math.random() * pause);
    }
  }
}
