import { makeDataDirectory } from './data-directory.ts';
import {
  runService,
  type Addresses,
  type ProgramOptions,
  type ServiceProcess,
  type Settings,
} from './run-service.ts';

/** For tests only. */
export const testSecretKey = 'for-tests-only-'.repeat(3);

export type RunningService = Addresses & Pick<ServiceProcess, 'pid' | 'stop'>;

/** Has a database of its own, unless `DATABASE_URL` is set. */
export async function startService(
  settings: Settings = {},
  options: ProgramOptions = {},
): Promise<RunningService> {
  await using started = new AsyncDisposableStack();
  const { path } = started.use(await makeDataDirectory());
  const own = { DATA_DIR: path, SECRET_KEY: testSecretKey, LOG_LEVEL: 'error' };
  const service = started.use(runService({ ...own, ...settings }, options));
  const addresses = await service.ready;
  const running = started.move();
  return {
    ...addresses,
    pid: service.pid,
    stop: async (signal) => {
      const ending = await service.stop(signal);
      await running.disposeAsync();
      return ending;
    },
  };
}
