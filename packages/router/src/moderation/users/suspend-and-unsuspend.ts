import { instantOfIso } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import { invalidField } from '../../errors.ts';
import { requireUnbraked } from '../brake/brake.ts';
import { countActive } from '../profiles/profiles.sql.ts';
import { mustChangeUser, type Shape } from './change-user.ts';
import { alreadySuspended, notSuspended } from './errors.ts';
import { canSuspend } from './policy.ts';
import { setSuspension } from './role-and-suspension.ts';
import { readTerm } from './users.sql.ts';

/**
 * Also ends all sessions. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `CHANGED_MEANWHILE`, `LAST_ADMIN`, `CODE_REQUIRED`, `CODE_INVALID`.
 */
export const suspendUser = async (
  deps: Deps,
  actor: Moderator,
  { days, until: end, code, ...asked }: Shape<'SuspendUserInput'>,
) => {
  const { id } = asked;
  /** The person's cards go with them. */
  const countCards = async (inner: Deps) => {
    const cards = (await countActive(inner.em, id)) + 1;
    const act = {
      kind: 'hide',
      subjects: [{ id }],
      ownerIds: [id],
      cards,
      code,
    } as const;
    return requireUnbraked(inner, actor, act);
  };
  return mustChangeUser(deps, actor, { ...asked, countCards }, async (inner, subject) => {
    const { user, locked } = subject;
    requireCanActOn(deps, actor, user.emailKey);
    const { since, until: after } = await readTerm(inner.em, days);
    const until = end === undefined ? after : instantOfIso(end);
    // PostgreSQL's text in UTC sorts like the instants.
    if (until !== null && until <= since) {
      throw invalidField('until', 'Must be in the future.');
    }
    if (locked.isSuspended) {
      throw await alreadySuspended(inner.em, actor, user);
    }
    if (!canSuspend(locked)) {
      throw lastAdmin();
    }
    return setSuspension(inner, user, { since, until });
  });
};

/**
 * Works for expired suspensions too. Ended sessions stay ended. Keys can't act on
 * admins of `ADMIN_EMAILS`. Fails with `USER_NOT_FOUND`, `CHANGED_MEANWHILE`,
 * `CONFIGURED_ADMIN`.
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
      throw await notSuspended(inner.em, actor, user);
    }
    return setSuspension(inner, user, null);
  });
