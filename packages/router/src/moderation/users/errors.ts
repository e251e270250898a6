import type { Executor, User } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { eventMessage } from '../../audit/messages.ts';
import { AppError } from '../../errors.ts';
import { readUserErrors } from '../../users/errors.ts';
import { newestEvent } from './users.sql.ts';

/** For acts on a user, who may be an admin of `ADMIN_EMAILS`. */
export const actOnUserErrors = [...readUserErrors, 'CONFIGURED_ADMIN'] as const;

export const eraseUserErrors = [...actOnUserErrors, 'LAST_ADMIN', 'MOVE_OPEN'] as const;

/** For giving a role and suspending: somebody else may have been faster. */
export const changeUserErrors = [...eraseUserErrors, 'CHANGED_MEANWHILE'] as const;

/** Service keys can't act on admins of `ADMIN_EMAILS`. */
export const unsuspendUserErrors = [...actOnUserErrors, 'CHANGED_MEANWHILE'] as const;

export const endSessionErrors = [...actOnUserErrors, 'SESSION_NOT_FOUND'] as const;

export const sessionNotFound = () =>
  new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'This user has no such session.');

const changedMeanwhile = (message: string) =>
  new AppError('CONFLICT', 'CHANGED_MEANWHILE', message);

/** For a role that is not the one the admin saw. */
export async function roleChanged(
  em: Executor,
  actor: Moderator,
  { id, role }: User,
): Promise<AppError> {
  const event = await newestEvent(em, id, 'user.role_changed', null);
  return changedMeanwhile(
    event?.after['role'] === role
      ? `${eventMessage(actor, event)}; it is ${role} now.`
      : `The role is ${role} now.`,
  );
}

export async function alreadySuspended(
  em: Executor,
  actor: Moderator,
  user: User,
): Promise<AppError> {
  const event = await newestEvent(em, user.id, 'user.suspended', user.suspendedAt);
  return changedMeanwhile(
    event ? `${eventMessage(actor, event)}.` : 'This user is already suspended.',
  );
}

export async function notSuspended(
  em: Executor,
  actor: Moderator,
  { id }: User,
): Promise<AppError> {
  const event = await newestEvent(em, id, 'user.unsuspended', null);
  return changedMeanwhile(
    event ? `${eventMessage(actor, event)}.` : 'This user is not suspended.',
  );
}
