import { Pool } from 'pg';

type TestDatabases = {
  /** Of a role that may create databases. */
  adminUrl: string;
  /** The database that test files copy. It is closed to connections. */
  template: string;
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

/** By their address. They stay connected as long as the process. */
const administrators = new Map<string, Pool>();

/** Every test file creates and drops databases: two connections serve all of a process. */
export function administratorOf(adminUrl: string): Pool {
  const known = administrators.get(adminUrl);
  if (known !== undefined) return known;
  const pool = new Pool({
    connectionString: adminUrl,
    max: 2,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  });
  // The server ends before the process.
  pool.on('error', () => {});
  administrators.set(adminUrl, pool);
  return pool;
}

/**
 * Drops a database in use. `with (force)` would fail while autovacuum works in it,
 * because autovacuum runs as superuser. A plain `drop` ends autovacuum, and waits
 * 5 seconds for other connections.
 */
export async function dropDatabase(adminUrl: string, name: string): Promise<void> {
  const administrator = administratorOf(adminUrl);
  await administrator.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and usename = current_user',
    [name],
  );
  await administrator.query(`drop database if exists ${name}`);
}
