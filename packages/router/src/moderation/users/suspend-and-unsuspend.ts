import { instantOfIso } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import { invalidField } from '../../errors.ts';
import { mustChangeUser, type Shape } from './change-user.ts';
import { alreadySuspended, notSuspended } from './errors.ts';
import { canSuspend } from './policy.ts';
import { setSuspension } from './role-and-suspension.ts';
import { readTerm } from './users.sql.ts';

/**
 * Suspends a user and ends all their sessions, in one transaction. For admins. Gives `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `CHANGED_MEANWHILE` where they are suspended, `LAST_ADMIN`.
 */
export const suspendUser = async (
  deps: Deps,
  actor: Moderator,
  { days, until: end, ...asked }: Shape<'SuspendUserInput'>,
) =>
  mustChangeUser(deps, actor, asked, async (inner, { user, locked }) => {
    requireCanActOn(deps, actor, user.emailKey);
    const { since, until: after } = await readTerm(inner.em, days);
    const until = end === undefined ? after : instantOfIso(end);
    // Both are PostgreSQL's text in UTC, which sorts as the instants do.
    if (until !== null && until <= since) {
      throw invalidField('until', 'Must be in the future.');
    }
    if (locked.isSuspended) {
      throw await alreadySuspended(inner.em, user);
    }
    if (!canSuspend(locked)) {
      throw lastAdmin();
    }
    return setSuspension(inner, user, { since, until });
  });

/**
 * Ends a suspension, also one that has ended by itself; sessions that it ended stay so. For admins, whomever it is on, and for keys, unless
 * it is on an admin of `ADMIN_EMAILS`. Gives `USER_NOT_FOUND`, `CHANGED_MEANWHILE` where there is none, `CONFIGURED_ADMIN` to keys.
 */
export const unsuspendUser = async (
  deps: Deps,
  actor: Moderator,
  asked: Shape<'UnsuspendUserInput'>,
) =>
  mustChangeUser(deps, actor, asked, async (inner, { user }) => {
    if (actor.kind === 'key') {
      requireCanActOn(deps, actor, user.emailKey);
    }
    if (user.suspendedAt === null) {
      throw await notSuspended(inner.em, user);
    }
    return setSuspension(inner, user, null);
  });
