import { Pool, type PoolClient, type QueryResultRow } from 'pg';
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
export const pool = new Pool({ ...connection, max: 10 });

type Through = Pick<PoolClient, 'query'>;

/** A statement that each connection prepares once, by its name. */
export function prepared<Row extends QueryResultRow>(name: string, text: string) {
  return async (values: unknown[], through: Through = pool): Promise<Row[]> => {
    const { rows } = await through.query<Row>({ name, text, values });
    return rows;
  };
}

export async function transaction<Result>(
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
