import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import type { MoveRow } from './moves.sql.ts';
import type { MoveOfUser } from './schemas.ts';

type Shown = z.infer<typeof MoveOfUser>;

function stateOf({ closedAt, endedBy, doneAt, dueAt }: MoveRow): Shown['state'] {
  if (doneAt !== null) {
    return closedAt === null ? 'done' : 'undone';
  }
  if (closedAt !== null) {
    return endedBy === null ? 'replaced' : 'stopped';
  }
  return dueAt === null ? 'asked' : 'waiting';
}

export const moveView = (row: MoveRow): Shown => ({
  id: row.id,
  state: stateOf(row),
  isCase: row.isCase,
  from: row.fromEmail,
  to: row.toEmail,
  openedBy: row.openedBy,
  reason: row.reason,
  needsYes: row.needsYes,
  isContested: row.isContested,
  endedBy: row.endedBy,
  askedAt: isoInstant(row.askedAt),
  dueAt: isoInstantOrNull(row.dueAt),
  doneAt: isoInstantOrNull(row.doneAt),
  undoUntil: isoInstantOrNull(row.undoUntil),
});
