import { type Executor, onlyRow } from '@namecard/db';

/** Seconds since the last backup by the command; undefined if there is none. */
export async function readBackupAge(em: Executor): Promise<number | undefined> {
  const { seconds } = await onlyRow(em)<{ seconds: number | null }>`
    select extract(epoch from current_instant() - max(at))::float8 as seconds
    from audit_events where type = 'database.backed_up'
  `;
  return seconds ?? undefined;
}

/** Seconds since the first migration of this database. */
export async function readDatabaseAge(em: Executor): Promise<number> {
  const { seconds } = await onlyRow(em)<{ seconds: number | null }>`
    select extract(epoch from current_instant() - min(executed_at))::float8 as seconds from mikro_orm_migrations
  `;
  return seconds ?? 0;
}
