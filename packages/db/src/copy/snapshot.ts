import type { Client } from 'pg';
import { to } from 'pg-copy-streams';
import { StartError } from '../start-error.ts';
import { readSequences, readTables, type Sequence, type Table } from './catalogue.ts';
import { copySettings, withClient } from './connection.ts';

/** A table's rows as COPY writes them in its text format, to be read to their end before the next table's. */
export type TableRows = Table & {
  rows: AsyncIterable<Uint8Array>;
  /** How many there were, once they have been read. */
  count: () => Promise<number>;
};

/** Everything that is in a database at one instant, but for what means something on its own server alone. */
export type Snapshot = {
  /** The migrations that the database has taken, in order. */
  migrations: string[];
  /** In ISO 8601, by the database's clock. */
  takenAt: string;
  sequences: Sequence[];
  /** Each table after those that it refers to. */
  tables: AsyncIterable<TableRows>;
};

async function* copiesOf(
  client: Client,
  tables: readonly Table[],
): AsyncGenerator<TableRows> {
  for (const table of tables) {
    const { name, columns } = table;
    const rows = client.query(to(`copy ${name} (${columns.join(', ')}) to stdout`));
    // Whoever reads them hears of errors; nobody may, where reading was given up.
    rows.on('error', () => {});
    const count = async () => {
      // The rows may end a moment before the server says how many they were, and it answers this after that.
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
 * Reads a database beside a running service, which writes on meanwhile; only migrating waits until that is over. Sequences are
 * read after the rows' instant, and so are never behind them.
 * @throws StartError where there is no Namecard
 */
export async function readSnapshot<Result>(
  url: string,
  use: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(
      `select where to_regclass('mikro_orm_migrations') is not null`,
    );
    if (rowCount === 0) throw new StartError('This database has no Namecard in it.');
    await client.query('begin isolation level repeatable read read only');
    await client.query(copySettings);
    // Before the first query, by which the instant is chosen: no table changes from then on.
    await client.query('lock table mikro_orm_migrations in share mode');
    const { rows } = await client.query<Taken>(taken);
    const [first] = rows;
    if (!first) throw new Error('The database does not say what it has taken');
    const sequences = await readSequences(client);
    const tables = copiesOf(client, await readTables(client));
    return use({ ...first, sequences, tables });
  });
}

/** How many other connections of Namecard there are: what they write from now on is in no snapshot that was taken before. */
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
