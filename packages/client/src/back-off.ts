import type { NamecardError } from './error.ts';

export type BackOff = {
  /** How often a call is made again, at most. */
  retries: number;
  /** Milliseconds before the second attempt, about; twice as many before each one after it. */
  firstWait: number;
  /** Milliseconds that are waited between two attempts, at most; where the service asks for more, the call fails at once. */
  longestWait: number;
};

/**
 * Milliseconds to wait after a failed attempt; undefined where no other is to be made. Half of it is chance, so that clients
 * that failed together don't come back together.
 * @param attempt that failed, from 1
 */
export function pauseAfter(
  attempt: number,
  { retryAfter = 0 }: Pick<NamecardError, 'retryAfter'>,
  { retries, firstWait, longestWait }: BackOff,
): number | undefined {
  const asked = retryAfter * 1000;
  if (attempt > retries || asked > longestWait) {
    return undefined;
  }
  const own = firstWait * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
  return Math.min(longestWait, Math.max(asked, own));
}
