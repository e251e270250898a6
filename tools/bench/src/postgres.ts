import { startTemporary, withDatabase } from '@namecard/db/testing';
import { withConnection } from '@namecard/embedded-postgres';

const execute = (url: string, statement: string) =>
  withConnection(url, (client) => client.query(statement));

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** A PostgreSQL for this run. */
export async function startPostgres() {
  const { adminUrl, stop } = await startTemporary({ durable: true });
  return {
    /** @param template a database without connections; empty by default */
    createDatabase: async (name: string, template = 'template1'): Promise<string> => {
      const copy = `template ${template} strategy file_copy`;
      await execute(adminUrl, `create database ${name} ${copy}`);
      return withDatabase(adminUrl, name);
    },
    /** Work that a fresh load leaves: hint bits, visibility map, statistics. */
    vacuum: (url: string) => execute(url, 'vacuum analyze'),
    [Symbol.asyncDispose]: stop,
  };
}
