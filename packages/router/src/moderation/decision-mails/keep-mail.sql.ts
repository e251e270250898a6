import { type Executor, statements } from '@namecard/db';
import { sql } from 'kysely';
import { addressKey } from '../../addresses.ts';
import type { DecisionMail } from '../../mail/view.ts';

type Final =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; reason: string };

/** Keeps a mail with the provider's answer. Later reports find it by its message id. */
export async function keepMail(
  em: Executor,
  { id, email, language, decisions }: DecisionMail & { id: string },
  delivery: Final,
): Promise<void> {
  const isSent = delivery.outcome === 'sent';
  const messageId = isSent ? delivery.messageId : null;
  const reason = isSent ? null : delivery.reason;
  await sql`
    insert into outbox (
      id, recipient, has_account, browser, system, language, decisions, state, attempts, next_at, sent_at,
      message_id, outcome
    )
    select ${id}::uuid, email_key, true, '', '', ${language}, ${JSON.stringify(decisions)}::jsonb,
      ${delivery.outcome}, 1, current_instant(), case when ${isSent}::boolean then current_instant() end,
      ${messageId}, ${reason}
    from users where email_key = ${addressKey(email)}
  `.execute(statements(em));
}
