import { setTimeout as sleep } from 'node:timers/promises';
import { IsolationLevel } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { type Executor, statements } from './database.ts';
import { isLockTimeout } from './errors.ts';
import { migrations, unknownMigrations } from './migrations/index.ts';
import type { Orm } from './orm.ts';
import { traitColumns, type Traits, unmetBy } from './requirements.ts';
import { liftTimeLimit } from './session.ts';
import { StartError } from './start-error.ts';

/** Any number. All instances must use the same. */
const migrationLock = 6_262_537;

export type MigrateOptions = {
  /** Called each time that a lock was not free in time. */
  onWait?: (reason: string) => void;
  /** Milliseconds of one wait for a lock. Later callers wait behind it. */
  lockTimeout?: number;
  /** Default: all that are missing. */
  only?: string[];
};

/**
 * Runs the missing migrations and returns their names. Instances that start at
 * the same time wait for each other.
 * @throws StartError if the schema is of a newer version or of one before 1.0.0,
 *   or the database is unfit
 */
export async function migrate(
  orm: Orm,
  { onWait = () => {}, lockTimeout = 5_000, only }: MigrateOptions = {},
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
        await sql`set local lock_timeout = ${sql.lit(lockTimeout)}`.execute(db);
        await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(db);
        isOurTurn = true;
        refuseUnknown(await readMigrations(em));
        const transaction = em.getTransactionContext();
        const done = await orm.migrator.up({
          transaction,
          ...(only && { migrations: only }),
        });
        return done.map(({ name }) => name);
      }, options);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      const other = isOurTurn
        ? 'a table that is in use'
        : 'another instance that migrates';
      onWait(`Migrating the database waits for ${other}; trying again`);
      // Callers that wait for the table go first.
      if (isOurTurn) await sleep(1_000);
    }
  }
}

/** In order; none if the database isn't Namecard's. */
export async function readMigrations(em: Executor): Promise<string[]> {
  const db = statements(em);
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('mikro_orm_migrations') is not null as "isThere"
  `.execute(db);
  if (found[0]?.isThere !== true) {
    return [];
  }
  const { rows } = await sql<{ name: string }>`
    select name from mikro_orm_migrations order by id
  `.execute(db);
  return rows.map(({ name }) => name);
}

/** @throws StartError with the command that fixes the database */
async function refuseUnfit(em: Executor): Promise<void> {
  const { rows } = await sql
    .raw<Traits>(`select ${traitColumns}`)
    .execute(statements(em));
  const [first] = rows.flatMap(unmetBy);
  if (first) throw new StartError(`The database ${first.message}`);
}

function refuseUnknown(executed: readonly string[]): void {
  const { older, newer } = unknownMigrations(executed);
  if (older.length > 0) {
    throw new StartError(
      'A version before 1.0.0 made this database. Later versions can’t use it: start with an empty database.',
    );
  }
  if (newer.length > 0) {
    throw new StartError(
      `A newer version of Namecard has migrated the database (${newer.join(', ')}): start that version or a newer one.`,
    );
  }
}

/** @throws StartError if migrations are missing or unknown */
export async function requireMigrated(orm: Orm): Promise<void> {
  const executed = await readMigrations(orm.em.fork());
  refuseUnknown(executed);
  if (executed.length < migrations.length) {
    throw new StartError(
      'The database is not up to date: run `./namecard migrate` first.',
    );
  }
}
