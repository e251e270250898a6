import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import { type Clients, createClients } from './client.ts';
import { parseDatabaseUrl } from './database-url.ts';
import { entities } from './entities.ts';
import { clientOf } from './host-client.ts';
import { migrations } from './migrations/index.ts';
import { usePool } from './pools.ts';
import type { Preparation } from './prepared.ts';
import { settleSession } from './session.ts';
import type { StatementTimes } from './statement-times.ts';

export type Orm = MikroORM;

export type OrmOptions = {
  url: string;
  /** Connections at most. Migrating needs two. */
  poolSize?: number;
  /** Statements are prepared unless it says otherwise. */
  preparation?: Preparation;
  /** Milliseconds after which a statement's connection counts as dead; two seconds more than the server's limit unless given. */
  deadline?: number;
  /** Where it is counted how long statements take. */
  times?: StatementTimes;
  /** Called with the pool of connections once it is there. */
  onPool?: (pool: PoolFigures) => void;
};

/** Connections that are open, those of them that nobody uses, and how many wait for one. */
export type PoolFigures = {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
};

/**
 * In milliseconds. The kernel asks a silent peer ten times, a second apart, after it was silent for that long; a connection that
 * nobody used for longer is closed before it can have died unnoticed.
 */
const waits = {
  connectionTimeoutMillis: 5_000,
  keepAliveInitialDelayMillis: 5_000,
  idleTimeoutMillis: 10_000,
};

/** Milliseconds that closing waits for statements under way. */
const closeTimeout = 2_000;

/** What both the service and the `mikro-orm` command line run with. */
export function ormConfig(
  { url, poolSize = 10, onPool }: Pick<OrmOptions, 'url' | 'poolSize' | 'onPool'>,
  { Client }: Partial<Pick<Clients, 'Client'>> = {},
): Options {
  const address = parseDatabaseUrl(url);
  return defineConfig({
    dbName: address.login.database,
    // A wrong name must not make an empty database: neither when connecting nor when migrating.
    ensureDatabase: false,
    schemaGenerator: { managementDbName: '' },
    entities,
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...waits,
      keepAlive: true,
      options: address.options,
      application_name: address.applicationName ?? 'namecard',
      Client: clientOf(address, Client),
      onConnect: settleSession,
      onPoolCreated: onPool,
    },
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
export async function openOrm({
  preparation = { isOn: true, onRefused: () => {} },
  deadline,
  times,
  ...options
}: OrmOptions): Promise<Orm> {
  const clients = createClients({ preparation, deadline, times });
  const orm = await MikroORM.init(ormConfig(options, clients));
  const pool = await orm.em.getConnection().getNativeClient();
  usePool(orm.em, pool);
  const close = orm.close.bind(orm);
  orm.close = async (force) => {
    const timer = setTimeout(clients.destroy, closeTimeout);
    try {
      await close(force);
      // Kysely ends the pool only where a statement went through Kysely.
      if (!pool.ending) {
        await pool.end();
      }
    } finally {
      clearTimeout(timer);
    }
  };
  return orm;
}
