import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import { isYounger, longMinutes } from '../../access/challenges.sql.ts';
import { leastMinutes } from '../../mail/mails.sql.ts';

/** Most mails in one call: each becomes an event in the history. */
const mostRetried = 1_000;

/** `userId` is the owner of the address, if there is one. */
export type RefusedMail = { id: string; recipient: string; userId: string | null };

/**
 * Locks refused mails, newest first; with an id, only that mail. Their codes must
 * be valid for long enough. Leaves out mails that settings or an operator
 * withhold. Locks addresses before their mails.
 */
export async function lockRefused(
  em: Executor,
  id: string | undefined,
): Promise<RefusedMail[]> {
  const { rows } = await sql<RefusedMail>`
    select o.id, o.recipient, u.id as "userId"
    from outbox o join challenges c on c.id = o.challenge_id join addresses a on a.email = c.email
      left join users u on u.email_key = o.recipient
    where o.state = 'refused' and a.suppressed_at is null and o.outcome <> 'not_admitted'
      and o.id = coalesce(${id ?? null}::uuid, o.id) and ${isYounger(sql.lit(longMinutes - leastMinutes))}
    order by o.created_at desc limit ${mostRetried} for share of a for no key update of o
  `.execute(statements(em));
  return rows;
}
