import type { Logger } from 'pino';

/** Signals that terminals and process managers send to end the service. */
export const endingSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/** Milliseconds in which another signal is the same one: npm passes on what a terminal or a process manager sends to all. */
const echo = 1_000;

/**
 * Calls `close` at the first of `endingSignals`. One that comes a second after it, or later, ends the process at once: whoever
 * sends it does not want to wait.
 */
export function closeOnSignal(close: () => void, logger: Logger): void {
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
  for (const signal of endingSignals) {
    process.on(signal, obey);
  }
}
