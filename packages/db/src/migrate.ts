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

/** Any number will do; every instance of Namecard has to use the same one. */
const migrationLock = 6_262_537;

export type MigrateOptions = {
  /** Is told, each time a lock was not to be had, what is waited for. */
  onWait?: (reason: string) => void;
  /** How long one waits for a lock at a time, in milliseconds: whoever comes after has to wait for it too. */
  lockTimeout?: number;
  /** Those to take, where not all that are missing. */
  only?: string[];
};

/**
 * Brings the database to the newest migration, and returns the names of those that it took. Instances that start at once
 * wait for each other.
 * @throws StartError where a newer version has migrated it, one before 1.0.0 made it, or the
 * database is not what Namecard needs
 */
export async function migrate(
  orm: Orm,
  { onWait = () => {}, lockTimeout = 5_000, only }: MigrateOptions = {},
): Promise<string[]> {
  // At any other level what is read after the lock is as old as the wait for it: each instance would migrate anew.
  const options = { isolationLevel: IsolationLevel.READ_COMMITTED };
  for (;;) {
    let isOurTurn = false;
    try {
      return await orm.em.fork().transactional(async (em) => {
        const db = statements(em);
        // A change of a large table takes the time it takes; waiting for others does not.
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
      // Those who came after have their turn first.
      if (isOurTurn) await sleep(1_000);
    }
  }
}

/** The names of the migrations that the database has taken, in order; none where it is not Namecard's. Changes nothing. */
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

/** @throws StartError with the line that mends the database */
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
      'A version before 1.0.0 made this database. Later versions can not use it: start with an empty database.',
    );
  }
  if (newer.length > 0) {
    throw new StartError(
      `A newer version of Namecard has migrated the database (${newer.join(', ')}): start that version or a newer one.`,
    );
  }
}

/** @throws StartError where this version's migrations are not what the database has taken */
export async function requireMigrated(orm: Orm): Promise<void> {
  const executed = await readMigrations(orm.em.fork());
  refuseUnknown(executed);
  if (executed.length < migrations.length) {
    throw new StartError(
      'The database is not up to date: run `npx namecard migrate` first.',
    );
  }
}
