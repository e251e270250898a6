import { setTimeout as sleep } from 'node:timers/promises';
import { isUnavailable, startEmbedded } from '@namecard/db';
import type { Logger } from 'pino';
import type { Environment } from './env.ts';

export type RunningDatabase = {
  url: string;
  embedded: boolean;
  stop(): Promise<void>;
};

/** The PostgreSQL of `DATABASE_URL`, or, without one, the embedded one of `DATA_DIR`. */
export async function provideDatabase(
  { DATABASE_URL, DATA_DIR }: Environment,
  logger: Logger,
): Promise<RunningDatabase> {
  if (DATABASE_URL !== undefined) {
    return { url: DATABASE_URL, embedded: false, stop: async () => {} };
  }
  const database = await startEmbedded({
    dataDir: DATA_DIR,
    log: (line) => logger.debug({ postgres: line }),
  });
  return { url: database.url, embedded: true, stop: database.stop };
}

/** Seconds that a start waits for a database that is still starting. */
const timeout = 30;

/** Tries again, once a second, while the database can't be reached. */
export async function whenReachable<Result>(
  attempt: () => Promise<Result>,
  logger: Logger,
): Promise<Result> {
  for (let second = 0; ; second += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (second >= timeout || !isUnavailable(error)) {
        throw error;
      }
      logger.warn('The database of DATABASE_URL does not answer yet; trying again');
      await sleep(1_000);
    }
  }
}
