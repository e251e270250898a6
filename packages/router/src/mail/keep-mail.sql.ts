import { type Executor, type Language, statements } from '@namecard/db';
import type { Decisions, Letter } from '@namecard/email';
import { sql } from 'kysely';

/** The mail is over: the provider took or refused it. */
export type Final =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; reason: string };

type Delivered = {
  id: string;
  /** Whom the mail is about; null for an invitation and for an unproven reporter. */
  userId: string | null;
  /** In lower case. */
  recipient: string;
  language: Language | null;
} & (
  | { decisions: Decisions; moveId?: never; letter?: never }
  | { decisions?: never; moveId: string; letter: Letter }
  | { decisions?: never; moveId?: never; letter: 'invitation' }
);

/**
 * Keeps a mail that left beside the queue, with the provider's answer. Later reports find
 * it by its message id. Keeps nothing about somebody who was erased meanwhile.
 */
export async function keepMail(
  em: Executor,
  { id, userId, recipient, language, decisions, moveId, letter }: Delivered,
  delivery: Final,
): Promise<void> {
  const isSent = delivery.outcome === 'sent';
  await sql`
    with person as (select from users where id = ${userId}::uuid for key share),
    invited as (
      select from invitations where email_key = ${recipient} and ${userId}::uuid is null for key share
    ),
    reported as (
      select from reports where email = ${recipient} and ${userId}::uuid is null for key share
    )
    insert into outbox (
      id, recipient, has_account, browser, system, language, decisions, move_id, letter, state, attempts, next_at,
      sent_at, message_id, outcome
    )
    select ${id}::uuid, ${recipient}, true, '', '', ${language}, ${decisions ? JSON.stringify(decisions) : null}::jsonb,
      ${moveId ?? null}::uuid, ${letter ?? null}, ${delivery.outcome}, 1, current_instant(),
      case when ${isSent}::boolean then current_instant() end,
      ${isSent ? delivery.messageId : null}, ${isSent ? null : delivery.reason}
    from (select from person union all select from invited union all select from reported) kept limit 1
  `.execute(statements(em));
}
