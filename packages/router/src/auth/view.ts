import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import type { listSessions } from '../access/sessions.sql.ts';
import type { Session } from './schemas.ts';

type SessionRow = Omit<Awaited<ReturnType<typeof listSessions>>[number], 'endsAt'>;

export function sessionView(row: SessionRow, currentId: string): z.infer<typeof Session> {
  return {
    id: row.id,
    createdAt: isoInstant(row.createdAt),
    lastUsedAt: isoInstant(row.lastUsedAt),
    browser: row.browser,
    system: row.system,
    current: row.id === currentId,
  };
}
