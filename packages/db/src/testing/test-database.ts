import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import { openOrm, type Orm } from '../orm.ts';
import { administratorOf, dropDatabase, withDatabase } from './provided.ts';

export type TestDatabase = {
  url: string;
  orm: Orm;
  /** Closes `orm` and drops the database, even if it is in use. */
  drop: () => Promise<void>;
};

/**
 * Each new connection plans its statements anew: with ten, as in production, the tests
 * take an eighth more CPU. Four are enough for racers that wait for each other's locks.
 */
const poolSize = 4;

/**
 * A migrated, empty database on the run's server.
 * @param isolation the level of its transactions, if it is not PostgreSQL's default
 */
export async function createTestDatabase(isolation?: string): Promise<TestDatabase> {
  const { adminUrl, template } = inject('testDatabases');
  const name = template.replace(/template$/, randomBytes(6).toString('hex'));
  const url = withDatabase(adminUrl, name);
  const administrator = administratorOf(adminUrl);
  await administrator.query(
    `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`,
  );
  if (isolation !== undefined) {
    await administrator.query(
      `ALTER DATABASE ${name} SET default_transaction_isolation = '${isolation}'`,
    );
  }
  const orm = await openOrm({
    url,
    poolSize,
    // Thirty racers take turns, for longer than a call may wait if the machine is busy.
    onPool: ({ options }) =>
      void Object.assign(options, { connectionTimeoutMillis: 30_000 }),
  });
  const drop = async (): Promise<void> => {
    await orm.close();
    await dropDatabase(adminUrl, name);
  };
  return { url, orm, drop };
}

/** For the calling test file or `describe`. Only tests and hooks may use it. */
export function useTestDatabase(isolation?: string): () => TestDatabase {
  let database: TestDatabase | undefined;
  beforeAll(async () => {
    database = await createTestDatabase(isolation);
  });
  afterAll(async () => database?.drop());
  return () => {
    if (database === undefined)
      throw new Error('The test database is there only while tests run');
    return database;
  };
}
