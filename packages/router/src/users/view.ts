import { isoInstant } from '@namecard/db';
import type { z } from 'zod';
import { roleOf } from '../access/policy.ts';
import type { Settings } from '../context.ts';
import type { KnownRow } from './read-users.sql.ts';
import type { KnownUser } from './schemas.ts';

export const knownUserView = (
  row: KnownRow,
  settings: Pick<Settings, 'adminEmails'>,
): z.infer<typeof KnownUser>['data']['user'] => ({
  id: row.id,
  username: row.username,
  createdAt: isoInstant(row.createdAt),
  updatedAt: isoInstant(row.updatedAt),
  role: roleOf(row, settings),
  isSuspended: row.isSuspended,
});
