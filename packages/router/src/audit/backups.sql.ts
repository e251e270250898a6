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

/** Seconds since the first migration of this database. */
export async function readDatabaseAge(em: Executor): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from current_instant() - min(executed_at))::float8 as seconds from mikro_orm_migrations
  `.execute(statements(em));
  return rows[0]?.seconds ?? 0;
}
