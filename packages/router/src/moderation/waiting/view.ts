import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { WaitingAct } from './schemas.ts';
import type { WaitingRow } from './waiting.sql.ts';

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
