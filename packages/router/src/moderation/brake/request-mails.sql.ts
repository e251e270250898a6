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
  /** An admin has confirmed the act by a code. Then admins hear of each. */
  isConfirmed: boolean;
};

const progressOf = (cards: number, code: BrakeCode | null) =>
  sql`jsonb_build_object('cards', ${cards}::int, 'code', ${code}::text, 'mailed', '[]'::jsonb)`;

/** Requests a mail to the admins, unless they got one within the last day. */
export const requestMails = (
  em: Executor,
  { actorId, cards, isConfirmed }: Wanted,
): Promise<unknown> =>
  sql`
    insert into jobs (kind, key, run_at, progress)
    values (${mailKind}, ${actorId}, current_instant(), ${progressOf(cards, isConfirmed ? 'entered' : null)})
    on conflict (kind, key) do update
      set run_at = excluded.run_at, progress = excluded.progress, created_at = current_instant(), leased_until = null
      where ${isConfirmed}::boolean or jobs.created_at <= current_instant() - interval '1 day'
  `.execute(statements(em));

type Unconfirmed = Pick<Wanted, 'actorId' | 'cards'> & { code: 'unneeded' | 'awaited' };

/**
 * Requests a mail to the admins that leaves once a code would have expired, unless
 * `forgetAwaited` comes before. Asking again does not put it off. One about a code that
 * nobody enters comes in place of the other, also on the same day.
 */
export const requestAwaited = (
  em: Executor,
  { actorId, cards, code }: Unconfirmed,
): Promise<unknown> =>
  sql`
    insert into jobs (kind, key, run_at, progress) values (
      ${awaitedKind}, ${actorId}, current_instant() + make_interval(mins => ${actCodeMinutes}), ${progressOf(cards, code)}
    )
    on conflict (kind, key) do update
      set run_at = excluded.run_at, progress = excluded.progress, created_at = current_instant(), leased_until = null
      where jobs.progress -> 'isDone' = 'true' and jobs.run_at <= current_instant()
        or ${code === 'awaited'}::boolean and jobs.progress ->> 'code' = 'unneeded'
  `.execute(statements(em));

/** The admin has entered a code, so the others need not ask. */
export const forgetAwaited = (em: Executor, actorId: string): Promise<unknown> =>
  sql`delete from jobs where kind = ${awaitedKind} and key = ${actorId}`.execute(
    statements(em),
  );
