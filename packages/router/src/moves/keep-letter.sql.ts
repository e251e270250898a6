import { type Executor, type Language, statements } from '@namecard/db';
import type { Letter } from '@namecard/email';
import { sql } from 'kysely';

type Final =
  | { outcome: 'sent'; messageId: string }
  | { outcome: 'refused'; reason: string };

type Kept = {
  id: string;
  moveId: string;
  letter: Letter;
  /** In lower case. */
  recipient: string;
  language: Language | null;
};

/** Keeps a mail with the provider's answer. Later reports find it by its message id. */
export async function keepLetter(
  em: Executor,
  { id, moveId, letter, recipient, language }: Kept,
  delivery: Final,
): Promise<void> {
  const isSent = delivery.outcome === 'sent';
  await sql`
    insert into outbox (
      id, move_id, letter, recipient, has_account, browser, system, language, state, attempts, next_at, sent_at,
      message_id, outcome
    )
    values (
      ${id}::uuid, ${moveId}::uuid, ${letter}, ${recipient}, true, '', '', ${language}, ${delivery.outcome}, 1,
      current_instant(), case when ${isSent}::boolean then current_instant() end,
      ${isSent ? delivery.messageId : null}, ${isSent ? null : delivery.reason}
    )
  `.execute(statements(em));
}

export type KeptLetter = Kept & { requestedAt: string };

/** The 50 newest delivered mails about moves, newest first. */
export async function deliveredLetters(em: Executor): Promise<KeptLetter[]> {
  const { rows } = await sql<KeptLetter>`
    select id, move_id as "moveId", letter, recipient, language, created_at as "requestedAt" from outbox
    where letter is not null and state = 'sent' order by created_at desc limit 50
  `.execute(statements(em));
  return rows;
}
