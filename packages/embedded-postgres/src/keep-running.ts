import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two checks, or two restarts. */
const interval = 250;

/**
 * Watches the server until the caller calls the returned function. That waits for
 * a restart in progress.
 * @param isRunning must be cheap: it is called at each interval
 * @param restart resolves once we use a running server; tried again if it fails
 */
export function keepRunning(
  isRunning: () => boolean,
  restart: () => Promise<void>,
  warn: (line: string) => void,
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let uses = true;
  const look = async () => {
    if (uses && isRunning()) return;
    if (uses) warn('The embedded PostgreSQL is gone; starting it again');
    uses = false;
    await restart();
    uses = true;
  };
  const watch = async () => {
    while (!signal.aborted) {
      await look().catch((error: unknown) => warn(String(error)));
      await sleep(interval, undefined, { ref: false, signal }).catch(() => {});
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await watching;
  };
}
