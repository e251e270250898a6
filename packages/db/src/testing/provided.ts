import { withConnection } from '@namecard/embedded-postgres';

type TestDatabases = {
  /** Of a role that may create databases. */
  adminUrl: string;
  /** The database that test files copy. It is closed to connections. */
  template: string;
  /** The level of transactions; PostgreSQL's default if undefined. */
  isolation: string | undefined;
};

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/**
 * Drops a database in use. `with (force)` would fail while autovacuum works in it,
 * because autovacuum runs as superuser. A plain `drop` ends autovacuum, and waits
 * 5 seconds for other connections.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  await withConnection(adminUrl, async (admin) => {
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
      [name],
    );
    await admin.query(`drop database if exists ${name}`);
  });
}
