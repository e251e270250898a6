import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import type { TestService } from './use-service.ts';

/** How many transactions PostgreSQL has ended so far since they waited in a circle: such a one is begun again, which nobody sees. */
export async function countDeadlocks({ orm }: TestService): Promise<number> {
  const db = () => statements(orm.em.fork());
  // Each connection counts for itself, and tells from time to time, or when it is asked to.
  await raceTogether(30, () =>
    sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db()),
  );
  const { rows } = await sql<{ count: number }>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()
  `.execute(db());
  return rows[0]?.count ?? Number.NaN;
}
