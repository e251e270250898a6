import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { ActRow } from './acts.sql.ts';
import type { LargeAct } from './schemas.ts';

export const actView = ({
  byId,
  byEmail,
  askedAt,
  actionId,
  ...row
}: ActRow): z.infer<typeof LargeAct> => ({
  ...row,
  by: byId === null || byEmail === null ? null : { id: byId, email: byEmail },
  askedAt: isoInstant(askedAt),
  action: actionId,
});
