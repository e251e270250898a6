import type { Role } from '@namecard/db';
import type { LockedUser } from '../../access/locks.sql.ts';

/** Whether an admin is left who could undo it. Who is one by `ADMIN_EMAILS` stays one, whatever their row says. */
export const canGiveRole = (user: LockedUser, role: Role) =>
  !user.isLastAdmin || user.isConfiguredAdmin || role === 'admin';

/** Whether an admin is left who could undo it. */
export const canSuspend = (user: LockedUser) => !user.isLastAdmin;
