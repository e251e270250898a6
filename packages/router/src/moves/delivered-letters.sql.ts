import { type Executor, type Language, statements } from '@namecard/db';
import type { Letter } from '@namecard/email';
import { sql } from 'kysely';

type KeptLetter = {
  id: string;
  moveId: string;
  letter: Letter;
  /** In lower case. */
  recipient: string;
  language: Language | null;
  requestedAt: string;
};

/** The 50 newest delivered mails about moves, newest first. */
export async function deliveredLetters(em: Executor): Promise<KeptLetter[]> {
  const { rows } = await sql<KeptLetter>`
    select id, move_id as "moveId", letter, recipient, language, created_at as "requestedAt" from outbox
    where move_id is not null and state = 'sent' order by created_at desc limit 50
  `.execute(statements(em));
  return rows;
}
