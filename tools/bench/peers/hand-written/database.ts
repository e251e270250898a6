import { Pool, type QueryResultRow } from 'pg';
import { setting } from '../announce.ts';

const connection = {
  connectionString: setting('DATABASE_URL'),
  connectionTimeoutMillis: 5_000,
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  keepAlive: true,
  options: '-c TimeZone=UTC -c DateStyle=ISO',
  application_name: 'hand-written',
};

/** The same number of connections and time limits as the service. */
const pool = new Pool({ ...connection, max: 10 });

/** A statement that each connection prepares once, by its name. */
export function prepared<Row extends QueryResultRow>(name: string, text: string) {
  return async (values: unknown[]): Promise<Row[]> => {
    const { rows } = await pool.query<Row>({ name, text, values });
    return rows;
  };
}
