import { statements } from '@namecard/db';
import { raceTogether } from '@namecard/db/testing';
import { sql } from 'kysely';
import type { TestService } from './use-service.ts';

/** Deadlocks are retried, so nobody else notices them. */
export async function countDeadlocks({ orm }: TestService): Promise<number> {
  const db = () => statements(orm.em.fork());
  // Each connection has its own count, and reports it only now and then.
  await raceTogether(30, () =>
    sql`select pg_stat_force_next_flush(), pg_sleep(0.1)`.execute(db()),
  );
  const { rows } = await sql<{ count: number }>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()
  `.execute(db());
  return rows[0]?.count ?? Number.NaN;
}
