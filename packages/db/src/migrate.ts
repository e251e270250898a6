import { setTimeout as sleep } from 'node:timers/promises';
import { IsolationLevel, type SqlEntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Executor, statements } from './database.ts';
import { isLockTimeout } from './errors.ts';
import {
  type KnownMigration,
  migrations,
  type TakenMigration,
  takenMigrations,
  unknownMigrations,
} from './migrations/index.ts';
import type { Orm } from './orm.ts';
import { sessionSettings, traitColumns, type Traits, unmetBy } from './requirements.ts';
import { liftTimeLimit, timeLimitLifted } from './session.ts';
import { StartError } from './start-error.ts';
import { isOlder } from './version.ts';

/** Any number. All instances must use the same. */
const migrationLock = 6_262_537;

type MigrateOptions = {
  /** Called with what to log: each wait for a lock, and a newer schema. */
  warn?: Warn;
  /** Milliseconds of one wait for a lock. Later callers wait behind it. */
  lockTimeout?: number;
  /** Default: all that are missing. */
  only?: string[];
};

type Warn = (reason: string) => void;

const silent: Warn = () => {};

/**
 * Runs the missing migrations and returns their names. Instances that start at
 * the same time wait for each other.
 * @throws StartError if the schema is of a version that this one can't run beside or
 *   of one before 1.0.0, or the database is unfit
 */
export async function migrate(orm: Orm, options: MigrateOptions = {}): Promise<string[]> {
  const all: string[] = [];
  for (;;) {
    const done = await migrateOnce(orm, options);
    if (done.length === 0) return all;
    all.push(...done);
  }
}

/**
 * Runs the migrations up to the next that is outside a transaction, or that one. Its
 * neighbours are committed before it, so after a crash only it runs again.
 */
async function migrateOnce(
  orm: Orm,
  { warn = silent, lockTimeout = 5_000, only }: MigrateOptions,
): Promise<string[]> {
  // Above this level a read after the lock is as old as the wait for it. Each
  // instance would then migrate again.
  const options = { isolationLevel: IsolationLevel.READ_COMMITTED };
  for (;;) {
    let isOurTurn = false;
    try {
      return await orm.em.fork().transactional(async (em) => {
        const db = statements(em);
        // A change of a large table may take long. A wait for a lock may not.
        await liftTimeLimit(em);
        await refuseUnfit(em);
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
        await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(db);
        await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db);
        isOurTurn = true;
        return runNext(orm, em, { warn, only });
      }, options);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const other = isOurTurn
        ? 'a table that is in use'
        : 'another instance that migrates';
      warn(`Migrating the database waits for ${other}; trying again`);
      // Callers that wait for the table go first.
      if (isOurTurn) await sleep(1_000);
    }
  }
}

/** Needs the lock of migrations, in the transaction of `em`. */
async function runNext(
  orm: Orm,
  em: SqlEntityManager,
  { warn, only }: { warn: Warn; only: string[] | undefined },
): Promise<string[]> {
  const taken = await readTaken(em);
  refuseUnknown(taken, warn);
  const names = new Set(taken.map(({ name }) => name));
  const missing = migrations.filter(
    ({ name }) => !names.has(name) && (only?.includes(name) ?? true),
  );
  const end = missing.findIndex((one) => isOutside(orm, one));
  const next = missing.slice(0, Math.max(1, end === -1 ? missing.length : end));
  if (end === 0) {
    for (const one of next) await runOutside(orm, em, one);
  } else if (next.length > 0) {
    const transaction = em.getTransactionContext();
    await orm.migrator.up({ transaction, migrations: next.map(({ name }) => name) });
  }
  await recordOldest(em, next);
  return next.map(({ name }) => name);
}

const instanceOf = (orm: Orm, migration: KnownMigration) =>
  new migration.class(orm.em.getDriver(), orm.config);

const isOutside = (orm: Orm, migration: KnownMigration) =>
  !instanceOf(orm, migration).isTransactional();

/**
 * On another connection than the transaction that holds the lock of migrations. It
 * waits for locks without end: statements such as `create index concurrently` block
 * nobody while they wait, and would leave half an index.
 */
async function runOutside(
  orm: Orm,
  em: Executor,
  migration: KnownMigration,
): Promise<void> {
  const instance = instanceOf(orm, migration);
  await instance.up();
  const { statement_timeout, lock_timeout } = sessionSettings;
  await statements(orm.em.fork())
    .connection()
    .execute(async (db) => {
      const limit = async (statement: string, lock: string) =>
        sql`
          select set_config('statement_timeout', ${statement}, false), set_config('lock_timeout', ${lock}, false)
        `.execute(db);
      await sql.raw(timeLimitLifted).execute(db);
      await limit('0', '0');
      try {
        for (const text of instance.getQueries()) {
          if (typeof text !== 'string') throw new TypeError('Give addSql a text');
          await sql.raw(text).execute(db);
        }
      } finally {
        await limit(statement_timeout, lock_timeout);
      }
    });
  await sql`insert into mikro_orm_migrations (name) values (${migration.name})`.execute(
    statements(em),
  );
}

/** Tells versions that don't know these migrations whether they can run beside them. */
async function recordOldest(
  em: Executor,
  taken: readonly KnownMigration[],
): Promise<void> {
  if (taken.length === 0) return;
  const db = statements(em);
  await sql`alter table mikro_orm_migrations add column if not exists oldest text`.execute(
    db,
  );
  for (const { name, oldest } of taken) {
    await sql`update mikro_orm_migrations set oldest = ${oldest} where name = ${name}`.execute(
      db,
    );
  }
}

/** In order; none if the database isn't Namecard's. */
export async function readMigrations(em: Executor): Promise<string[]> {
  return (await readTaken(em)).map(({ name }) => name);
}

/** The migrations still to run, without those that the version can run beside. */
export async function barredMigrations(em: Executor, version: string): Promise<string[]> {
  const taken = new Set(await readMigrations(em));
  return migrations
    .filter(({ name, oldest }) => !taken.has(name) && isOlder(version, oldest))
    .map(({ name }) => name);
}

async function readTaken(em: Executor): Promise<TakenMigration[]> {
  const db = statements(em);
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('mikro_orm_migrations') is not null as "isThere"
  `.execute(db);
  if (found[0]?.isThere !== true) {
    return [];
  }
  const { rows } = await sql.raw<TakenMigration>(takenMigrations).execute(db);
  return rows;
}

/** @throws StartError with the command that fixes the database */
async function refuseUnfit(em: Executor): Promise<void> {
  const { rows } = await sql
    .raw<Traits>(`select ${traitColumns}`)
    .execute(statements(em));
  const [first] = rows.flatMap(unmetBy);
  if (first) throw new StartError(`The database ${first.message}`);
}

function refuseUnknown(taken: readonly TakenMigration[], warn: Warn): void {
  const { older, newer, runsBeside } = unknownMigrations(taken);
  if (older.length > 0) {
    throw new StartError(
      'A version before 1.0.0 made this database. Later versions can’t use it: start with an empty database.',
    );
  }
  if (newer.length === 0) return;
  const found = `A newer version of Namecard has migrated the database (${newer.join(', ')})`;
  if (!runsBeside) {
    throw new StartError(`${found}: start that version or a newer one.`);
  }
  warn(`${found}. This version can run beside it`);
}

/** @throws StartError if migrations are missing, or unknown and too new */
export async function requireMigrated(orm: Orm, warn: Warn = silent): Promise<void> {
  const taken = await readTaken(orm.em.fork());
  refuseUnknown(taken, warn);
  const names = new Set(taken.map(({ name }) => name));
  if (migrations.some(({ name }) => !names.has(name))) {
    throw new StartError(
      'The database is not up to date: run `./namecard migrate` first.',
    );
  }
}
