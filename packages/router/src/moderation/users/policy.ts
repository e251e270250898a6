import type { Role } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import type { LockedUser } from '../../access/locks.sql.ts';
import { personOf } from '../../access/policy.ts';

/** Without them nobody could stop the actor. To a key its creator is another admin too. */
export const isOtherAdmin = (actor: Moderator, { id, admins }: LockedUser) =>
  admins.has(id) && (actor.kind === 'key' || id !== personOf(actor));

/** `ADMIN_EMAILS` wins over the row's role. */
export const hasRole = ({ role, isConfiguredAdmin }: LockedUser) =>
  isConfiguredAdmin || role !== 'user';

/** An admin must remain to undo it. `ADMIN_EMAILS` wins over the row's role. */
export const canGiveRole = (user: LockedUser, role: Role) =>
  !user.isLastAdmin || user.isConfiguredAdmin || role === 'admin';

/** An admin must remain to undo it. */
export const canSuspend = (user: LockedUser) => !user.isLastAdmin;
