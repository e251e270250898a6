import { type Executor, statements } from '@namecard/db';
import type { BrakeCode } from '@namecard/email';
import { sql } from 'kysely';
import { actCodeMinutes } from '../../access/act-codes.sql.ts';

/** The key of these jobs is the id of the person or service key. */
export const mailKind = 'brake_mails';

/** The same for an admin who changed many cards without a code, or whose act waits for it. */
export const awaitedKind = 'brake_codes';

type Wanted = {
  actorId: string;
  cards: number;
  /** What the admin did about a code. Null for who enters none. */
  code: BrakeCode | null;
};

/**
 * Requests a mail to the admins, one about an actor a day, and one about each act that was
 * confirmed. While no code is entered it leaves once a code would have expired, unless
 * `forgetAwaited` comes before. Asking again does not put it off. One about a code that
 * nobody enters comes in place of one about acts below the limit.
 */
export function requestMails(
  em: Executor,
  { actorId, cards, code }: Wanted,
): Promise<unknown> {
  const isEntered = code === 'entered';
  const waits = code !== null && !isEntered;
  return sql`
    insert into jobs (kind, key, run_at, progress) values (
      ${waits ? awaitedKind : mailKind}, ${actorId},
      current_instant() + make_interval(mins => ${waits ? actCodeMinutes : 0}),
      jsonb_build_object('cards', ${cards}::int, 'code', ${code}::text, 'mailed', '[]'::jsonb)
    )
    on conflict (kind, key) do update
      set run_at = excluded.run_at, progress = excluded.progress, created_at = current_instant(), leased_until = null
      where ${isEntered}::boolean
        or jobs.progress -> 'isDone' = 'true' and jobs.run_at <= current_instant()
        or ${code === 'awaited'}::boolean and jobs.progress ->> 'code' = 'unneeded'
  `.execute(statements(em));
}

/** The admin has entered a code, so the others need not ask. */
export const forgetAwaited = (em: Executor, actorId: string): Promise<unknown> =>
  sql`delete from jobs where kind = ${awaitedKind} and key = ${actorId}`.execute(
    statements(em),
  );
