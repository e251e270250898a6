import { Migrator } from '@mikro-orm/migrations';
import { defineConfig, MikroORM, type Options } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { statements } from './database.ts';
import { entities } from './entities.ts';
import { migrations } from './migrations/index.ts';
import { nameStatements } from './prepared.ts';

/** Any number will do; every instance of Namecard has to use the same one. */
const migrationLock = 6_262_537;

export type Orm = MikroORM;

export type OrmOptions = {
  url: string;
  /** Connections at most. Migrating needs two. */
  poolSize?: number;
};

/**
 * Time limits of every connection, in milliseconds. The driver has none of its own: without them a request waits for ever
 * for a free connection, a lock or a statement.
 */
const limits = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
};

/** Has the driver's pool name the statements of every connection that it opens. */
function nameOnConnect(pool: {
  on(event: 'connect', listener: (client: object) => void): unknown;
}): void {
  pool.on('connect', nameStatements);
}

/** What both the service and the `mikro-orm` command line run with. */
export function ormConfig({ url, poolSize = 10 }: OrmOptions): Options {
  return defineConfig({
    clientUrl: url,
    entities,
    extensions: [Migrator],
    pool: { min: 0, max: poolSize },
    driverOptions: {
      ...limits,
      keepAlive: true,
      options: '-c TimeZone=UTC -c DateStyle=ISO',
      application_name: 'namecard',
      onPoolCreated: nameOnConnect,
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

/** Opens the entity manager and its connection pool. Connects with the first statement, so it succeeds without a database. */
export async function openOrm(options: OrmOptions): Promise<Orm> {
  return MikroORM.init(ormConfig(options));
}

/** Brings the database to the newest migration. Instances that start at once wait for each other. */
export async function migrate(orm: Orm): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    // A change of a large table takes the time it takes, and so does waiting for another instance's.
    await sql`set local statement_timeout = 0`.execute(statements(em));
    await sql`set local lock_timeout = 0`.execute(statements(em));
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(statements(em));
    await orm.migrator.up({ transaction: em.getTransactionContext() });
  });
}
