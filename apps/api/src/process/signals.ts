import type { Logger } from 'pino';

export const endingSignals = ['SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGTERM'] as const;

/**
 * Milliseconds in which a second signal counts as the same one. npm repeats
 * signals that terminals and process managers send to the whole group.
 */
const echo = 1_000;

/**
 * Calls `close` at the first of `endingSignals`. Another signal a second later or
 * more ends the process at once, because its sender does not want to wait.
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
