import type { Logger } from 'pino';

/** Milliseconds in which another signal is the same one: npm passes on what a terminal or a process manager sends to all. */
const echo = 1_000;

/**
 * Calls `close` at the first of these signals. One that comes a second after it, or later, ends the process at once: whoever
 * sends it does not want to wait.
 */
export function closeOnSignal(
  signals: readonly NodeJS.Signals[],
  close: () => void,
  logger: Logger,
): void {
  let closingSince: number | undefined;
  const obey = (signal: NodeJS.Signals) => {
    if (closingSince === undefined) {
      closingSince = performance.now();
      close();
    } else if (performance.now() - closingSince >= echo) {
      logger.error(`${signal} again: ending at once`);
      process.exit(1);
    }
  };
  for (const signal of signals) {
    process.on(signal, obey);
  }
}
