import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import { parseDatabaseUrl } from './database-url.ts';
import { dialectOf, ServiceDriver, type PoolFigures } from './driver.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import type { Preparation } from './reservation.ts';
import { statementTimeout } from './requirements.ts';
import type { StatementTimes } from './statement-times.ts';

export type Orm = MikroORM;

export type OrmOptions = {
  url: string;
  /** Connections at most. Migrating needs two. */
  poolSize?: number;
  /** Statements are prepared unless it says otherwise. */
  preparation?: Preparation;
  /** Milliseconds after which a statement's connection counts as dead. The server ends the statement two seconds before. */
  deadline?: number;
  /** Where it is counted how long statements take. */
  times?: StatementTimes;
  /** Called with the pool of connections once it is there. */
  onPool?: (pool: PoolFigures) => void;
};

/** What both the service and the `mikro-orm` command line run with. */
export function ormConfig({
  url,
  poolSize = 10,
  preparation = { isOn: true, onRefused: () => {} },
  deadline = statementTimeout + 2_000,
  times,
  onPool,
}: OrmOptions): Options {
  const address = parseDatabaseUrl(url);
  const driver = new ServiceDriver({ address, poolSize, preparation, deadline, times });
  onPool?.(driver.pool);
  return defineConfig({
    dbName: address.client.database,
    // A wrong name must not make an empty database: neither when connecting nor when migrating.
    ensureDatabase: false,
    schemaGenerator: { managementDbName: '' },
    entities,
    extensions: [Migrator],
    driverOptions: dialectOf(driver),
    migrations: {
      path: `${import.meta.dirname}/migrations`,
      snapshotName: 'snapshot',
      // Reading the schema back asks for triggers outside of the migrating transaction, and would wait for its own locks.
      snapshotOnMigrate: false,
      migrationsList: migrations,
      emit: 'ts',
    },
    allowGlobalContext: false,
    debug: false,
    // The default logger writes connection errors to the console as they come; the service reports them itself.
    logger: () => {},
  });
}

/**
 * Opens the entity manager and its connection pool. Connects with the first statement, so it succeeds without a database. Closing
 * it does not wait for one that does not answer: what is under way then fails.
 */
export const openOrm = async (options: OrmOptions): Promise<Orm> =>
  MikroORM.init(ormConfig(options));
