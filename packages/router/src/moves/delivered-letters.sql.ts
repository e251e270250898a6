import { allRows, type Executor, type Language } from '@namecard/db';
import type { Letter } from '@namecard/email';

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
export const deliveredLetters = (em: Executor): Promise<KeptLetter[]> =>
  allRows(em)<KeptLetter>`
    select id, move_id as "moveId", letter, recipient, language, created_at as "requestedAt" from outbox
    where move_id is not null and state = 'sent' order by created_at desc limit 50
  `;
