import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

/** The key of these jobs is the id of the person or service key. */
export const mailKind = 'brake_mails';

type Wanted = {
  actorId: string;
  cards: number;
  /** An admin has confirmed the act by a code. Then admins hear of each. */
  isConfirmed: boolean;
};

/** Requests a mail to the admins, unless they got one within the last day. */
export const requestMails = (
  em: Executor,
  { actorId, cards, isConfirmed }: Wanted,
): Promise<unknown> =>
  sql`
    insert into jobs (kind, key, run_at, progress) values (
      ${mailKind}, ${actorId}, current_instant(), jsonb_build_object(
        'cards', ${cards}::int, 'isConfirmed', ${isConfirmed}::boolean, 'mailed', '[]'::jsonb
      )
    )
    on conflict (kind, key) do update
      set run_at = excluded.run_at, progress = excluded.progress, created_at = current_instant(), leased_until = null
      where ${isConfirmed}::boolean or jobs.created_at <= current_instant() - interval '1 day'
  `.execute(statements(em));
