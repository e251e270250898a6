import { openOrm, statements } from '@namecard/db';
import { dropDatabase, withDatabase } from '@namecard/db/testing';
import { sql } from 'kysely';
import { startPostgres } from './postgres.ts';

/** A server with an empty database for each scenario. */
export type Databases = AsyncDisposable & {
  create(name: string): Promise<{ url: string; drop(): Promise<void> }>;
};

/**
 * Uses `TEST_DATABASE_URL` (a role that may create databases), otherwise an
 * embedded server.
 */
export async function openDatabases(): Promise<Databases> {
  await using opened = new AsyncDisposableStack();
  const given = process.env['TEST_DATABASE_URL'];
  const postgres = given ? undefined : opened.use(await startPostgres());
  const url = postgres?.url ?? given ?? '';
  const admin = await openOrm({ url, poolSize: 1 });
  opened.defer(() => admin.close());
  const running = opened.move();
  return {
    create: async (name) => {
      const database = `faults_${process.pid}_${name.replace(/\W+/g, '_')}`;
      await sql.raw(`create database ${database}`).execute(statements(admin.em.fork()));
      return {
        url: withDatabase(url, database),
        drop: () => dropDatabase(url, database),
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
