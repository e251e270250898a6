import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';

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
