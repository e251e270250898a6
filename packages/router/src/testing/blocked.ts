import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';

/** Returns when so many connections wait for locks. Call it while holding one. */
export async function untilBlocked(em: Executor, count: number): Promise<void> {
  let blocked = 0;
  while (blocked < count) {
    await sleep(20);
    // Otherwise a transaction sees the activity of its first look.
    await sql`select pg_stat_clear_snapshot()`.execute(statements(em));
    const { rows } = await sql<{ blocked: number }>`
      select count(*)::int as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(statements(em));
    blocked = rows[0]?.blocked ?? 0;
  }
}
