import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { ActRow } from './acts.sql.ts';
import type { LargeAct } from './schemas.ts';

export const actView = (row: ActRow): z.infer<typeof LargeAct> => ({
  id: row.id,
  kind: row.kind,
  by:
    row.byId === null || row.byEmail === null
      ? null
      : { id: row.byId, email: row.byEmail },
  byKey: row.byKey,
  askedAt: isoInstant(row.askedAt),
  state: row.state,
  total: row.total,
  passed: row.passed,
  left: row.left,
  reason: row.reason,
  note: row.note,
  privateNote: row.privateNote,
  action: row.actionId,
});
