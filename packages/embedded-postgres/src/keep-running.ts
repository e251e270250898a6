import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks at the server, and between two tries to start it again. */
const interval = 250;

/**
 * Looks after the server until what it returns is called, and then waits for a try that is under way.
 * @param isRunning asked again and again: it has to be cheap
 * @param restart tried again after a failure; it resolves once we use a running server again, whoever started it
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
