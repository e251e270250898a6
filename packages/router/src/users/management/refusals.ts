import { statements, type Action } from '@namecard/db';
import { sql } from 'kysely';
import type { EntityManager } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { tell, type Told } from '../../events/words.ts';
import type { LockedUser } from './queries.ts';

/** The refusal of an id that is nobody's. */
export const userNotFound = () =>
  new AppError('NOT_FOUND', 'USER_NOT_FOUND', 'There is no such user, or no longer.');

/** The refusal of what would leave nobody who can give roles. */
export const lastAdmin = () =>
  new AppError(
    'CONFLICT',
    'LAST_ADMIN',
    'Nobody else is an admin. Make somebody else an admin first.',
  );

/** The refusal of whoever was an admin when the call began, and is none by now. */
export const adminNoMore = () =>
  new AppError('FORBIDDEN', 'ROLE_MISSING', 'You are not an admin any more.');

const changedMeanwhile = (message: string) =>
  new AppError('CONFLICT', 'CHANGED_MEANWHILE', message);

/** The newest act of a kind on a user that was not before an instant. */
async function lastAct(
  em: EntityManager,
  userId: string,
  action: Action,
  since: string | null,
): Promise<(Told & { after: unknown }) | undefined> {
  return statements(em)
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .select(['users.email as actor', 'action', 'at', 'reason', 'undoes_id', 'after'])
    .where('events.user_id', '=', userId)
    .where('action', '=', action)
    .$if(since !== null, (query) => query.where('at', '>=', sql<string>`${since}::timestamptz`))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const roleAfter = (after: unknown): unknown =>
  typeof after === 'object' && after !== null ? Reflect.get(after, 'role') : undefined;

/** The refusal to change a role that is not the one the admin saw. */
export async function roleChanged(em: EntityManager, { id, role }: LockedUser): Promise<AppError> {
  const act = await lastAct(em, id, 'user.role_changed', null);
  return changedMeanwhile(
    act && roleAfter(act.after) === role
      ? `${tell(act)}; it is ${role} now.`
      : `The role is ${role} meanwhile.`,
  );
}

/** The refusal to suspend somebody who is suspended. */
export async function alreadySuspended(em: EntityManager, user: LockedUser): Promise<AppError> {
  const act = await lastAct(em, user.id, 'user.suspended', user.suspended_at);
  return changedMeanwhile(act ? `${tell(act)}.` : 'They are suspended already.');
}

/** The refusal to end a suspension that there is not. */
export async function notSuspended(em: EntityManager, { id }: LockedUser): Promise<AppError> {
  const act = await lastAct(em, id, 'user.unsuspended', null);
  return changedMeanwhile(act ? `${tell(act)}.` : 'They are not suspended.');
}
