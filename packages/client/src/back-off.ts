import type { NamecardError } from './error.ts';

export type BackOff = {
  /** The most repeats of a call. */
  retries: number;
  /** Milliseconds before the second attempt, roughly. It doubles each time. */
  firstWait: number;
  /** Milliseconds. If the service asks for a longer wait, the call fails. */
  longestWait: number;
};

/**
 * Milliseconds to wait after a failed attempt; undefined after the last. Half of
 * the wait is random, so that clients that failed together don't come back
 * together.
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
  return Math.min(longestWait, asked + own);
}
