import type { Executor, User } from '@namecard/db';
import { actCodeErrors } from '../../access/act-codes.ts';
import type { Moderator } from '../../access/caller.ts';
import { changedMeanwhile } from '../../access/errors.ts';
import { eventMessage } from '../../audit/messages.ts';
import { AppError } from '../../errors.ts';
import { readUserErrors } from '../../users/errors.ts';
import { newestEvent } from './users.sql.ts';

/** For acts on a user, who may be an admin of `ADMIN_EMAILS`. */
export const actOnUserErrors = [...readUserErrors, 'CONFIGURED_ADMIN'] as const;

export const endSessionsErrors = [...actOnUserErrors, ...actCodeErrors] as const;

export const eraseUserErrors = [...endSessionsErrors, 'LAST_ADMIN', 'MOVE_OPEN'] as const;

/** For giving a role and suspending: somebody else may have been faster. */
export const changeUserErrors = [...eraseUserErrors, 'CHANGED_MEANWHILE'] as const;

/** Service keys can't act on admins of `ADMIN_EMAILS`. */
export const unsuspendUserErrors = [...endSessionsErrors, 'CHANGED_MEANWHILE'] as const;

export const endSessionErrors = [...endSessionsErrors, 'SESSION_NOT_FOUND'] as const;

export const sessionNotFound = () =>
  new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'This user has no such session.');

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

/** For a suspension, or its end, that somebody else was faster with. */
export async function suspensionChanged(
  em: Executor,
  actor: Moderator,
  { id, suspendedAt }: User,
): Promise<AppError> {
  const [type, state] =
    suspendedAt === null
      ? (['user.unsuspended', 'not'] as const)
      : (['user.suspended', 'already'] as const);
  const event = await newestEvent(em, id, type, suspendedAt);
  return changedMeanwhile(
    event ? `${eventMessage(actor, event)}.` : `This user is ${state} suspended.`,
  );
}
