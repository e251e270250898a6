import { sweep, type RetentionDeps } from './service.ts';

const hour = 3_600_000;

/** Sweeps at once and then every hour, until it is stopped. */
export function startSweeper(
  deps: RetentionDeps & { onUnexpected(error: unknown, where: string): void },
): { stop(): Promise<void> } {
  let sweeping = Promise.resolve();
  const run = () => {
    sweeping = sweep(deps).catch((error: unknown) => deps.onUnexpected(error, 'retention'));
  };
  const timer = setInterval(run, hour);
  timer.unref();
  run();
  return {
    stop: async () => {
      clearInterval(timer);
      await sweeping;
    },
  };
}
