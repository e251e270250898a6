import type { Role } from '@namecard/db';
import type { LockedUser } from '../../access/locks.sql.ts';

/** An admin must remain to undo it. `ADMIN_EMAILS` wins over the row's role. */
export const canGiveRole = (user: LockedUser, role: Role) =>
  !user.isLastAdmin || user.isConfiguredAdmin || role === 'admin';

/** An admin must remain to undo it. */
export const canSuspend = (user: LockedUser) => !user.isLastAdmin;
