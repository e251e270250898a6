import { openOrm, statements } from '@namecard/db';
import { dropDatabase, withDatabase } from '@namecard/db/testing';
import { sql } from 'kysely';
import { startPostgres } from '../sign-in/fixture/postgres.ts';

/** A server that gives an empty database for a name. */
export type Databases = AsyncDisposable & { create(name: string): Promise<string> };

/** On the server at `TEST_DATABASE_URL` (a role that may create databases), else on an embedded one, as durable as in production. */
export async function openDatabases(): Promise<Databases> {
  await using opened = new AsyncDisposableStack();
  const given = process.env['TEST_DATABASE_URL'];
  const postgres = given ? undefined : await startPostgres();
  opened.defer(async () => postgres?.remove());
  const url = postgres?.url ?? given ?? '';
  const admin = await openOrm({ url, poolSize: 1 });
  opened.defer(() => admin.close());
  const running = opened.move();
  return {
    create: async (name) => {
      const database = `abuse_${process.pid}_${name.replace(/\W+/g, '_')}`;
      await sql.raw(`create database ${database}`).execute(statements(admin.em.fork()));
      running.defer(() => dropDatabase(url, database));
      return withDatabase(url, database);
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
