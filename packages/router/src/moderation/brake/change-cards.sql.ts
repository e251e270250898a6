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
    from waiting_acts where asked_by = ${askedBy} and decided_at is null
  `.execute(statements(em));
  return rows[0] ?? { waiting: 0, isKept: false };
}

/** The key of these jobs is the id of the person or service key. */
export const mailKind = 'brake_mails';

/** Requests a mail to the admins, unless they got one within the last day. */
export const requestMails = (em: Executor, actorId: string, cards: number) =>
  sql`
    insert into jobs (kind, key, run_at, progress) values (
      ${mailKind}, ${actorId}, current_instant(), jsonb_build_object('cards', ${cards}::int, 'mailed', '[]'::jsonb)
    )
    on conflict (kind, key) do update
      set run_at = excluded.run_at, progress = excluded.progress, created_at = current_instant(), leased_until = null
      where jobs.created_at <= current_instant() - interval '1 day'
  `.execute(statements(em));
