import { Client, Pool, type PoolClient, type QueryResultRow } from 'pg';
import { setting } from '../announce.ts';

declare module 'pg' {
  /** What `@types/pg` does not know yet. */
  interface ClientConfig {
    pipeline?: boolean;
  }
}

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

/** As many connections as the service has, with the same time limits. */
export const pool = new Pool({ ...connection, max: 10 });

type Through = Pick<PoolClient, 'query'>;

/**
 * With `PIPELINE` set, reads are sent over few connections without waiting for the answers to those before. Writes are not: who
 * waits on a connection would wait for another's commit, and commits on one connection reach the disk one by one.
 */
const pipelines: Client[] = [];
if (process.env['PIPELINE'] !== undefined) {
  for (let number = 0; number < 4; number += 1) {
    const client = new Client({ ...connection, pipeline: true });
    await client.connect();
    pipelines.push(client);
  }
}

let reads = 0;

function nextReader(): Through {
  reads += 1;
  return pipelines[reads % pipelines.length] ?? pool;
}

const writes = /\b(insert|update|delete)\b/i;

/** A statement that each connection prepares once, under its name. */
export function prepared<Row extends QueryResultRow>(name: string, text: string) {
  const usual = writes.test(text) ? () => pool : nextReader;
  return async (values: unknown[], through: Through = usual()): Promise<Row[]> => {
    const { rows } = await through.query<Row>({ name, text, values });
    return rows;
  };
}

/** Runs `work` in a transaction. */
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
