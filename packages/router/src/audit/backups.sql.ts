import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** Seconds since the last backup by the command; undefined if there is none. */
export async function readBackupAge(em: Executor): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from current_instant() - max(at))::float8 as seconds
    from audit_events where type = 'database.backed_up'
  `.execute(statements(em));
  return rows[0]?.seconds ?? undefined;
}
