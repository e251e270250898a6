import { instantOfIso } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { lastAdmin } from '../../access/errors.ts';
import { requireCanActOn } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import { invalidField } from '../../errors.ts';
import { type CardAct, requireUnbraked } from '../brake/brake.ts';
import { countAccounts } from '../profiles/profiles.sql.ts';
import { mustChangeUser, type Shape } from './change-user.ts';
import { suspensionChanged } from './errors.ts';
import { canSuspend } from './policy.ts';
import {
  givesRoleBack,
  setSuspension,
  shutsOutAdmin,
  type Subject,
} from './role-and-suspension.ts';
import { readTerm } from './users.sql.ts';

/**
 * The person's cards go with them, and come back. Shutting another admin out takes a code,
 * and so does giving a role back. No key can do it.
 */
async function countCards(
  deps: Deps,
  actor: Moderator,
  { locked }: Subject,
  { kind, code }: Pick<CardAct, 'kind' | 'code'>,
): Promise<number> {
  const { id } = locked;
  const takesCode =
    kind === 'hide' ? shutsOutAdmin(actor, locked) : givesRoleBack(actor, locked);
  return requireUnbraked(deps, actor, {
    kind,
    code,
    roles: takesCode ? [[id, kind]] : [],
    subjects: [{ id }],
    ownerIds: [id],
    cards: await countAccounts(deps.em, [id]),
  });
}

/**
 * Also ends all sessions. Fails with `USER_NOT_FOUND`, `CONFIGURED_ADMIN`,
 * `CHANGED_MEANWHILE`, `LAST_ADMIN`, `CODE_REQUIRED`, `CODE_INVALID`.
 */
export const suspendUser = async (
  deps: Deps,
  actor: Moderator,
  { days, until: end, code, ...asked }: Shape<'SuspendUserInput'>,
) => {
  return mustChangeUser(deps, actor, asked, async (inner, subject) => {
    const { user, locked } = subject;
    requireCanActOn(deps, actor, user.emailKey);
    const { since, until: after } = await readTerm(inner.em, days);
    const until = end === undefined ? after : instantOfIso(end);
    // PostgreSQL's text in UTC sorts like the instants.
    if (until !== null && until <= since) {
      throw invalidField('until', 'Must be in the future.');
    }
    if (locked.isSuspended) {
      throw await suspensionChanged(inner.em, actor, user);
    }
    if (!canSuspend(locked)) {
      throw lastAdmin();
    }
    const event = await setSuspension(inner, user, { since, until });
    return {
      ...event,
      cards: await countCards(inner, actor, subject, { kind: 'hide', code }),
    };
  });
};

/**
 * Works for expired suspensions too. Ended sessions stay ended. Keys can't give a role
 * back. Fails with `USER_NOT_FOUND`, `CHANGED_MEANWHILE`,
 * `CONFIGURED_ADMIN`, `CODE_REQUIRED`, `CODE_INVALID`.
 */
export const unsuspendUser = async (
  deps: Deps,
  actor: Moderator,
  { code, ...asked }: Shape<'UnsuspendUserInput'>,
) => {
  return mustChangeUser(deps, actor, asked, async (inner, subject) => {
    const { user } = subject;
    if (actor.kind === 'key') {
      requireCanActOn(deps, actor, user.emailKey);
    }
    if (user.suspendedAt === null) {
      throw await suspensionChanged(inner.em, actor, user);
    }
    const event = await setSuspension(inner, user, null);
    return {
      ...event,
      cards: await countCards(inner, actor, subject, { kind: 'restore', code }),
    };
  });
};
