import { setTimeout as sleep } from 'node:timers/promises';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Observed } from './fixture/database.ts';

/** Connections that were ended: within a statement, and between two statements of a transaction. */
export type Terminated = { active: number; between: number };

/** Ends every connection that is in a transaction just now. */
async function terminateOnce({ orm }: Observed): Promise<Terminated> {
  const { rows } = await sql<Terminated>`
    select count(*) filter (where state = 'active')::int as active,
      count(*) filter (where state like 'idle in transaction%')::int as between
    from (
      select state, pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
        and backend_type = 'client backend'
      offset 0
    ) as ended
  `.execute(statements(orm.em.fork()));
  return rows[0] ?? { active: 0, between: 0 };
}

/** Ends whatever is in a transaction, again and again for so many milliseconds. */
export async function keepTerminating(
  database: Observed,
  milliseconds: number,
): Promise<Terminated> {
  const all: Terminated = { active: 0, between: 0 };
  for (const end = Date.now() + milliseconds; Date.now() < end;) {
    const { active, between } = await terminateOnce(database);
    all.active += active;
    all.between += between;
    await sleep(20);
  }
  return all;
}
