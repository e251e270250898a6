import { openOrm, statements } from '@namecard/db';
import { startTemporary, withDatabase } from '@namecard/db/testing';
import { sql } from 'kysely';

/**
 * Runs without the service's time limit. The single connection gets both
 * statements.
 */
async function execute(url: string, statement: string): Promise<void> {
  const orm = await openOrm({ url, poolSize: 1 });
  try {
    await sql`set statement_timeout = 0`.execute(statements(orm.em.fork()));
    await sql.raw(statement).execute(statements(orm.em.fork()));
  } finally {
    await orm.close();
  }
}

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** A PostgreSQL for this run. */
export async function startPostgres() {
  const { adminUrl, stop } = await startTemporary({ durable: true });
  return {
    /** @param template a database without connections; empty by default */
    createDatabase: async (name: string, template = 'template1'): Promise<string> => {
      await execute(
        adminUrl,
        `create database ${name} template ${template} strategy file_copy`,
      );
      return withDatabase(adminUrl, name);
    },
    /** Work that a fresh load leaves: hint bits, visibility map, statistics. */
    vacuum: async (url: string) => execute(url, 'vacuum analyze'),
    [Symbol.asyncDispose]: stop,
  };
}
