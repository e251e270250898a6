import { readdirSync, readFileSync } from 'node:fs';
import { statements } from '@namecard/db';
import { sql } from 'kysely';
import type { Side } from './sides.ts';

/** Microseconds of CPU, user and system, by thread. */
type Cpu = ReadonlyMap<string, number>;

function read(paths: readonly string[]): Cpu {
  const found = paths.flatMap((path) => {
    try {
      const [nanoseconds = ''] = readFileSync(path, 'utf8').split(' ');
      return [[path, Number(nanoseconds) / 1000] as const];
    } catch {
      // The thread has ended.
      return [];
    }
  });
  return new Map(found);
}

/** Of all threads of a process. */
export const cpuOfProcess = (pid: number): Cpu =>
  read(readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/schedstat`));

/** Of a side's server, and of the database's processes for it. */
export async function cpuOf({ pid, orm }: Side): Promise<{ server: Cpu; database: Cpu }> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database()
      and backend_type = 'client backend' and pid <> pg_backend_pid()
  `.execute(statements(orm.em.fork()));
  const database = read(rows.map((row) => `/proc/${row.pid}/schedstat`));
  return { server: cpuOfProcess(pid), database };
}

/** Microseconds since then, without threads that have ended: their count is lost. */
export function spentSince(before: Cpu, now: Cpu): number {
  return [...now].reduce((sum, [path, used]) => sum + used - (before.get(path) ?? 0), 0);
}
