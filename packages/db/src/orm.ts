import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import { CompiledQuery, Kysely } from 'kysely';
import type { Pool } from 'pg';
import { parseDatabaseUrl } from './database-url.ts';
import { dialectOf, ServiceDriver } from './driver.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import type { Preparation } from './reservation.ts';
import { statementTimeout } from './requirements.ts';
import type { StatementTimes } from './statement-times.ts';

export type Orm = MikroORM;

export type OrmOptions = {
  url: string;
  /** Most connections. Migrating needs two. */
  poolSize?: number;
  preparation?: Preparation;
  /** Milliseconds; two seconds more than the server's limit. */
  deadline?: number;
  times?: StatementTimes;
  /** Called before the pool connects. */
  onPool?: (pool: Pool) => void;
};

function driverOf({
  url,
  poolSize = 10,
  preparation = { isOn: true, onRefused: () => {} },
  deadline = statementTimeout + 2_000,
  times,
  onPool,
}: OrmOptions): ServiceDriver {
  const address = parseDatabaseUrl(url);
  const driver = new ServiceDriver({ address, poolSize, preparation, deadline, times });
  onPool?.(driver.pool);
  return driver;
}

export function ormConfig(options: OrmOptions): Options {
  return defineConfig({
    dbName: parseDatabaseUrl(options.url).client.database,
    // A wrong name must not create an empty database.
    ensureDatabase: false,
    schemaGenerator: { managementDbName: '' },
    entities,
    extensions: [Migrator],
    driverOptions: dialectOf(driverOf(options)),
    migrations: {
      path: `${import.meta.dirname}/migrations`,
      snapshotName: 'snapshot',
      // Reading the schema back uses another connection, which would wait for the
      // locks of the migrating transaction.
      snapshotOnMigrate: false,
      migrationsList: migrations,
      emit: 'ts',
    },
    allowGlobalContext: false,
    debug: false,
    // The default logger prints connection errors. The service reports them
    // itself.
    logger: () => {},
  });
}

/**
 * Opens the entity manager and its pool. It succeeds without a database: the
 * first statement connects. Closing waits only briefly for running statements.
 * Then they fail.
 */
export const openOrm = async (options: OrmOptions): Promise<Orm> =>
  MikroORM.init(ormConfig(options));

/** Asks whether the database answers, on a connection of its own. */
export type Probe = { ask: () => Promise<void>; close: () => Promise<void> };

/** Without an ORM, which would read all entities: a tenth of a start. */
export function openProbe(options: OrmOptions): Probe {
  const pool = new Kysely({ dialect: dialectOf(driverOf({ ...options, poolSize: 1 })) });
  const question = CompiledQuery.raw('select 1');
  return {
    ask: async () => void (await pool.executeQuery(question)),
    close: () => pool.destroy(),
  };
}
