import type { z } from 'zod';
import { isoInstant } from '../../text.ts';
import type { WaitingAct } from './schemas.ts';
import type { WaitingRow } from './waiting.sql.ts';

/** An act that waits, with whoever asked for it. */
export const waitingView = (row: WaitingRow): z.infer<typeof WaitingAct> => ({
  id: row.id,
  askedBy: { id: row.askedBy, email: row.email },
  askedAt: isoInstant(row.askedAt),
  kind: row.kind,
  cards: row.cards,
  reason: row.reason,
  note: row.note,
  privateNote: row.privateNote,
});
