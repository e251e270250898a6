/** What the global set-up tells the test files; they can't share more than plain values with it. */
type TestDatabases = {
  /** A connection that may create databases. */
  adminUrl: string;
  /** The migrated database that each test file's own is a copy of; nothing can connect to it. */
  template: string;
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
