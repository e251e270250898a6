import type { CompiledQuery } from 'kysely';
import type { Pool } from 'pg';
import type { Executor } from './database.ts';

/** What MikroORM gives for statements outside of transactions, and the pool that it takes connections from. */
const pools = new WeakMap<object, Pool>();

/** Has statements of the manager that are in no transaction take their connections from the pool. */
export const usePool = (em: Executor, pool: Pool): void =>
  void pools.set(em.getKysely(), pool);

/**
 * Executes one statement, in the transaction if there is one. Outside of one it goes to the pool: Kysely's way there and back costs
 * a request as much again as the driver does.
 */
export async function execute<Row>(
  em: Executor,
  query: CompiledQuery<Row>,
  parameters: unknown[],
): Promise<Row[]> {
  const kysely = em.getKysely();
  const pool = pools.get(kysely);
  if (!pool) {
    return (await kysely.executeQuery<Row>({ ...query, parameters })).rows;
  }
  const client = await pool.connect();
  try {
    return (await client.query(query.sql, parameters)).rows;
  } catch (error) {
    if (error instanceof Error) {
      // The driver's own tells who read the socket, not who sent the statement.
      Error.captureStackTrace(error);
    }
    throw error;
  } finally {
    client.release();
  }
}
