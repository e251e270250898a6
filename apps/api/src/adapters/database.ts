import { setTimeout as sleep } from 'node:timers/promises';
import {
  isUnavailable,
  parseDatabaseUrl,
  placeOf,
  reasonOf,
  StartError,
  startErrorOf,
} from '@namecard/db';
import { startEmbedded } from '@namecard/embedded-postgres';
import type { Logger } from 'pino';
import { makeDataDir } from '../settings/data-dir.ts';
import type { Environment } from '../settings/environment.ts';

export type RunningDatabase = {
  url: string;
  embedded: boolean;
  stop(): Promise<void>;
};

const unverified =
  'The connection to the database is encrypted, but the server is not verified: somebody in between could pretend to be it. In DATABASE_URL set sslrootcert and sslmode=verify-full';

/**
 * Uses `DATABASE_URL`, or the embedded PostgreSQL of `DATA_DIR`.
 * @param lends true for the service: commands may use its embedded server
 */
export async function provideDatabase(
  { DATABASE_URL, DATA_DIR }: Environment,
  logger: Logger,
  { lends }: { lends: boolean },
): Promise<RunningDatabase> {
  if (DATABASE_URL !== undefined) {
    if (parseDatabaseUrl(DATABASE_URL).unverified) {
      logger.warn(unverified);
    }
    return { url: DATABASE_URL, embedded: false, stop: async () => {} };
  }
  await makeDataDir(DATA_DIR);
  const database = await startEmbedded({
    dataDir: DATA_DIR,
    lends,
    log: (line) => logger.debug({ postgres: line }),
    warn: (line) => logger.warn(line),
  });
  return { url: database.url, embedded: true, stop: database.stop };
}

/** Seconds that a start waits for a database that is still starting. */
const timeout = 30;

/**
 * Tries once a second while the database can't be reached. Logs when the waiting
 * begins, when its reason changes and when it ends.
 * @throws StartError if waiting can't help: a wrong password, name or certificate
 */
export async function whenReachable<Result>(
  attempt: () => Promise<Result>,
  url: string,
  logger: Logger,
): Promise<Result> {
  const place = placeOf(url);
  let said = '';
  for (let second = 0; ; second += 1) {
    try {
      const result = await attempt();
      if (said !== '') {
        logger.info(`The database at ${place} can be used`);
      }
      return result;
    } catch (error) {
      const final = startErrorOf(error);
      if (final !== undefined || !isUnavailable(error)) {
        throw final ?? error;
      }
      const why = `The database at ${place} can’t be used yet (${reasonOf(error)})`;
      if (second >= timeout) {
        throw new StartError(`${why}.`, { cause: error });
      }
      if (why !== said) {
        logger.warn(`${why}; trying again each second`);
      }
      said = why;
      await sleep(1_000);
    }
  }
}
