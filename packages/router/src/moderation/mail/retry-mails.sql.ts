import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import { isYounger, longMinutes } from '../../access/challenges.sql.ts';
import { leastMinutes } from '../../mail/mails.sql.ts';

/** Mails tried again at once, at most: each is a line of the history. */
const mostRetried = 1_000;

/** A mail that was refused, and whoever has its address. */
export type RefusedMail = { id: string; recipient: string; userId: string | null };

/**
 * Locks the mails that a provider refused and whose codes live for long enough to be read, the newest first, or of those the one
 * of an id. What the settings or an operator keep from leaving is none of them. Addresses are locked before their mails, as where
 * one is suppressed.
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
