import { withConnection } from '@namecard/embedded-postgres';

/** What the global set-up tells the test files; they can't share more than plain values with it. */
type TestDatabases = {
  /** A connection that may create databases. */
  adminUrl: string;
  /** The migrated database that each test file's own is a copy of; nothing can connect to it. */
  template: string;
  /** The level at which transactions run that set none; PostgreSQL's own where undefined. */
  isolation: string | undefined;
};

declare module 'vitest' {
  interface ProvidedContext {
    testDatabases: TestDatabases;
  }
}

/** The same server, another database. */
export function withDatabase(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

/**
 * Removes a database, whoever is connected to it. Not by `with (force)`, which refuses where autovacuum is at work: its
 * processes are the superuser's. A plain `drop` ends those itself, and waits 5 seconds for the others to go.
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
