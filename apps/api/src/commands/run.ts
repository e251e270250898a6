import { openOrm, type Orm, requireMigrated } from '@namecard/db';
import {
  countedMailer,
  createKeyRing,
  type Deps,
  openHashes,
  operator,
  type OperatorActor,
  sharedManager,
} from '@namecard/router';
import pino, { type Logger } from 'pino';
import pretty from 'pino-pretty';
import { provideDatabase } from '../adapters/database.ts';
import { type Environment, readEnvironment } from '../settings/environment.ts';
import { keepReceipts } from '../adapters/erasures.ts';
import { mailerOf } from '../adapters/mailer.ts';
import { randomness } from '../adapters/random.ts';
import { cleaningUp } from '../settings/clean-up.ts';
import { hashKeysOf, secretKeysOf } from '../settings/secret-key.ts';
import { routerSettings } from '../settings/router-settings.ts';
import { createTelemetry } from '../watch/telemetry.ts';
import { webhookSender } from '../adapters/webhook-sender.ts';
import { otherHashKey } from '../watch/other-hash-key.ts';
import { CommandError } from '../settings/explain-error.ts';
import { run } from './output.ts';

/** The configured database. No connection is open yet. */
export type Place = { environment: Environment; url: string; logger: Logger };

export type OpenDatabase = Place & { orm: Orm };

/** What commands work with. The service may be running at the same time. */
export type Operation = OpenDatabase & { deps: Deps; actor: OperatorActor };

/** Logs to standard error, because standard output is for the result. */
const createLogger = () =>
  pino(
    { level: 'warn' },
    pretty({ destination: 2, sync: true, ignore: 'pid,hostname,time' }),
  );

/** Provides the database; an embedded one is started or borrowed. */
export async function withPlace<Result>(
  work: (place: Place) => Promise<Result>,
): Promise<Result> {
  const environment = readEnvironment();
  const logger = createLogger();
  const database = await provideDatabase(environment, logger, { lends: false });
  return cleaningUp(
    () => database.stop(),
    () => work({ environment, url: database.url, logger }),
  );
}

/** Connects and does the work. The schema may be out of date. */
export async function withOrm<Result>(
  { url }: Pick<Place, 'url'>,
  work: (orm: Orm) => Promise<Result>,
): Promise<Result> {
  const orm = await openOrm({ url, poolSize: 4 });
  try {
    await orm.em.getConnection().execute('select 1');
    return await work(orm);
  } finally {
    await orm.close();
  }
}

/** The services' dependencies. The schema must be up to date. */
export async function openDeps({
  environment,
  orm,
  logger,
}: OpenDatabase): Promise<Deps> {
  const em = sharedManager(orm);
  const keys = createKeyRing(await secretKeysOf(environment));
  const { hashes, isOther } = await openHashes(em, await hashKeysOf(environment));
  if (isOther) {
    throw new CommandError(otherHashKey);
  }
  const telemetry = createTelemetry(logger, {
    keepReceipt: keepReceipts(environment.DATA_DIR, logger),
  });
  const mailer = countedMailer(mailerOf(environment), telemetry);
  return {
    em,
    admit: async (_, work) => work(),
    keys,
    hashes,
    telemetry,
    random: randomness,
    settings: routerSettings(environment),
    mailQueued: () => {},
    actBegun: () => {},
    deliver: (message) => mailer.deliver(message),
    clearSuppression: (address) => mailer.clearSuppression(address),
    webhooks: webhookSender(environment),
  };
}

/** Runs a command as the operator. The schema must be up to date. */
export async function operate(
  work: (operation: Operation) => Promise<void>,
): Promise<void> {
  await run(() =>
    withPlace((place) =>
      withOrm(place, async (orm) => {
        await requireMigrated(orm, (why) => place.logger.warn(why));
        const deps = await openDeps({ ...place, orm });
        await work({ ...place, orm, deps, actor: operator });
      }),
    ),
  );
}
