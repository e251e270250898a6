import type { Executor, User } from '@namecard/db';
import { eventMessage } from '../../audit/messages.ts';
import { AppError } from '../../errors.ts';
import { newestEvent } from './queries.ts';

const changedMeanwhile = (message: string) =>
  new AppError('CONFLICT', 'CHANGED_MEANWHILE', message);

/** For a role that is not the one the admin saw. */
export async function roleChanged(em: Executor, { id, role }: User): Promise<AppError> {
  const event = await newestEvent(em, id, 'user.role_changed', null);
  return changedMeanwhile(
    event?.after['role'] === role
      ? `${eventMessage(event)}; it is ${role} now.`
      : `The role is ${role} meanwhile.`,
  );
}

/** For suspending somebody who is suspended. */
export async function alreadySuspended(em: Executor, user: User): Promise<AppError> {
  const event = await newestEvent(em, user.id, 'user.suspended', user.suspendedAt);
  return changedMeanwhile(event ? `${eventMessage(event)}.` : 'They are suspended already.');
}

/** For ending a suspension that there is not. */
export async function notSuspended(em: Executor, { id }: User): Promise<AppError> {
  const event = await newestEvent(em, id, 'user.unsuspended', null);
  return changedMeanwhile(event ? `${eventMessage(event)}.` : 'They are not suspended.');
}
