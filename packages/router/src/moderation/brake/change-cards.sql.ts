import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import type { CardAct } from './brake.ts';

/** Counts a person's waiting acts. `isKept`: this act already waits. */
export async function countWaiting(
  em: Executor,
  askedBy: string,
  { kind, subjects, reason, note, privateNote }: CardAct,
): Promise<{ waiting: number; isKept: boolean }> {
  const { rows } = await sql<{ waiting: number; isKept: boolean }>`
    select count(*)::int as waiting, coalesce(bool_or(
      kind = ${kind} and subjects = ${JSON.stringify(subjects)}::jsonb and reason is not distinct from ${reason ?? null}
        and note is not distinct from ${note ?? null} and private_note is not distinct from ${privateNote ?? null}
    ), false) as "isKept"
    from waiting_acts where asked_by = ${askedBy} and state = 'waiting'
  `.execute(statements(em));
  return rows[0] ?? { waiting: 0, isKept: false };
}
