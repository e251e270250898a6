import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import { readSequences, readTables, type Sequence, type Table } from './catalogue.ts';
import { beginCopy, withClient } from './connection.ts';

/** Rows in COPY's text format. Read them to the end before the next table's. */
export type TableRows = Table & {
  rows: AsyncIterable<Uint8Array>;
  /** Once the rows have been read. */
  count: () => Promise<number>;
};

export type Snapshot = {
  migrations: string[];
  /** ISO 8601, by the database's clock. */
  takenAt: string;
  sequences: Sequence[];
  /** Sorted by foreign keys. */
  tables: AsyncIterable<TableRows>;
};

async function* copiesOf(
  client: Client,
  tables: readonly Table[],
): AsyncGenerator<TableRows> {
  for (const table of tables) {
    const { name, columns } = table;
    const rows = client.query(to(`copy ${name} (${columns.join(', ')}) to stdout`));
    // The reader gets errors too. A reader that stopped would leave them
    // unhandled.
    rows.on('error', () => {});
    const count = async () => {
      // The rows may end before the server tells their number. This query waits.
      await client.query('select');
      return rows.rowCount;
    };
    yield { ...table, rows, count };
  }
}

type Taken = { migrations: string[]; takenAt: string };

const taken = `
  select array(select name::text from mikro_orm_migrations order by id) as migrations,
    to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt"
`;

/**
 * Reads a database while a service writes to it. Only migrations wait. Sequences
 * are read after the rows, so they are never behind.
 * @throws StartError if there is no Namecard
 */
export async function readSnapshot<Result>(
  url: string,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select where to_regclass('mikro_orm_migrations') is not null`,
    );
    if (rowCount === 0) throw new StartError('This database has no Namecard tables.');
    await beginCopy(client, 'repeatable read read only');
    // Before the first query, which fixes the instant: no table changes after it.
    await client.query('lock table mikro_orm_migrations in share mode');
    const { rows } = await client.query<Taken>(taken);
    const [first] = rows;
    if (!first) throw new Error('The database does not say what it has taken');
    const sequences = await readSequences(client);
    const tables = copiesOf(client, await readTables(client));
    return use({ ...first, sequences, tables });
  });
}

/** Other connections of Namecard. A snapshot lacks their later writes. */
export async function countConnected(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = current_setting('application_name')
    `);
    return rowCount ?? 0;
  });
}
