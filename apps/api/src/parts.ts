import { migrate, openOrm, type Orm } from '@namecard/db';
import type { Mailer } from '@namecard/email';
import {
  createKeyRing,
  sharedManager,
  startSweeper,
  startOutbox,
  type Context,
  type OutboxWorker,
} from '@namecard/router';
import type { Logger } from 'pino';
import { logFailure } from './logger.ts';
import { randomness } from './random.ts';

/** What the running service is made of, whoever put it together. */
export type Parts = {
  orm: Orm;
  deps: Context['deps'];
  worker: OutboxWorker;
  logger: Logger;
  close(): Promise<void>;
};

export type PartsOptions = {
  databaseUrl: string;
  secretKeys: readonly [string, ...string[]];
  settings: Context['deps']['settings'];
  mailer: Mailer;
  logger: Logger;
};

/** Opens the database, brings it up to date and starts to deliver mail. */
export async function openParts(options: PartsOptions): Promise<Parts> {
  const { databaseUrl, secretKeys, settings, mailer, logger } = options;
  const orm = await openOrm({ url: databaseUrl });
  try {
    await migrate(orm);
  } catch (error) {
    await orm.close();
    throw error;
  }
  const keys = createKeyRing(secretKeys);
  const onUnexpected = (error: unknown, where: string) => logFailure(logger, error, { where });
  const worker = startOutbox({ orm, keys, settings, mailer, onUnexpected });
  const sweeper = startSweeper({ orm, settings, onUnexpected });
  return {
    orm,
    deps: {
      em: sharedManager(orm),
      reader: orm.em,
      admit: (_, work) => work(),
      keys,
      settings,
      random: randomness,
      mailQueued: () => worker.wake(),
      clearSuppression: (address) => mailer.clearSuppression(address),
    },
    worker,
    logger,
    close: async () => {
      await Promise.all([worker.stop(), sweeper.stop()]);
      await orm.close();
    },
  };
}
