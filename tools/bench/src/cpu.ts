import { readdirSync, readFileSync } from 'node:fs';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Side } from './sides.ts';

/** Zero if the thread has ended. */
function nanosecondsIn(schedstat: string): number {
  try {
    return Number(readFileSync(schedstat, 'utf8').split(' ')[0]);
  } catch {
    return 0;
  }
}

/** Microseconds of CPU of all threads, user and system. */
export function cpuOfProcess(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    nanosecondsIn(`/proc/${pid}/task/${thread}/schedstat`),
  );
  return threads.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1000;
}

/** Microseconds of CPU of a side's server, and of the database for it. */
export async function cpuOf({ pid, orm }: Side): Promise<[number, number]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid()
  `.execute(statements(orm.em.fork()));
  const backends = rows.map((row) => nanosecondsIn(`/proc/${row.pid}/schedstat`));
  const database = backends.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1000;
  return [cpuOfProcess(pid), database];
}
