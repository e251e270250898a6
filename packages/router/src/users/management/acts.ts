import type { z } from 'zod';
import { endSession, endSessions, type Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../deadlocks.ts';
import { AppError, invalidField } from '../../errors.ts';
import { recordEvents, type NewEvent, type Origin } from '../../events/record.ts';
import { isoInstant, isoInstantOrNull } from '../../text.ts';
import {
  applyRole,
  applySuspension,
  isInFuture,
  lockUser,
  type Applied,
  type LockedUser,
} from './queries.ts';
import {
  adminNoMore,
  alreadySuspended,
  lastAdmin,
  notSuspended,
  roleChanged,
  userNotFound,
} from './refusals.ts';
import type * as schemas from './schemas.ts';
import { loadManaged } from './service.ts';
import { managedUserView } from './view.ts';

/** What a schema describes, given or answered. */
type Shape<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

/** Refuses what could not be applied. */
function requireDone(applied: Applied): void {
  if (applied !== 'done') {
    throw applied === 'gone' ? userNotFound() : lastAdmin();
  }
}

type Change = (deps: Deps, user: LockedUser) => Promise<Omit<NewEvent, 'userId'> | undefined>;

/**
 * Changes a user whose row, like every admin's, is locked meanwhile, and writes down what was changed, all in one
 * transaction. Nothing to write down is no act.
 */
async function actOn(deps: Deps, actor: Actor, origin: Origin, id: string, change: Change) {
  return inTransaction(deps.em, async (em) => {
    const inner = { ...deps, em };
    const user = await lockUser(inner, id);
    if (!user) {
      throw userNotFound();
    }
    if (!user.admins.has(actor.userId)) {
      throw adminNoMore();
    }
    const event = await change(inner, user);
    const by = { actorId: actor.userId, origin };
    const act = event ? await recordEvents(inner, by, [{ ...event, userId: id }]) : null;
    const row = await loadManaged(inner, id);
    return { data: { act, user: managedUserView(row, deps.settings.adminEmails) } };
  });
}

/** The same, where there is always something to write down. */
async function mustActOn(
  ...[deps, actor, origin, id, change]: Parameters<typeof actOn>
): Promise<Shape<'ActOnUser'>> {
  const { data } = await actOn(deps, actor, origin, id, change);
  if (data.act === null) {
    throw new Error('Nothing was done to the user, and nobody was told why');
  }
  return { data: { ...data, act: data.act } };
}

/** Gives a role, or takes it. For admins. Gives `USER_NOT_FOUND`, `CHANGED_MEANWHILE`, `LAST_ADMIN`. */
export const changeRole = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  { id, from, to, note }: Shape<'ChangeRoleInput'>,
) =>
  mustActOn(deps, actor, origin, id, async (inner, user) => {
    if (user.role !== from) {
      throw await roleChanged(inner.em, user);
    }
    requireDone(await applyRole(inner, id, to));
    return {
      action: 'user.role_changed',
      privateNote: note,
      before: { role: from },
      after: { role: to },
    };
  });

/** A suspension as events tell of it; null where there is none. */
function suspensionOf(user: Pick<LockedUser, 'suspended_at' | 'suspended_until'>) {
  const { suspended_at: since, suspended_until: until } = user;
  return since === null ? null : { since: isoInstant(since), until: isoInstantOrNull(until) };
}

async function requireFuture({ em }: Deps, until: string): Promise<void> {
  if (!(await isInFuture(em, until))) {
    throw invalidField('until', 'Must be in the future.');
  }
}

/**
 * Suspends a user and ends all their sessions, in one transaction. For admins. Gives `USER_NOT_FOUND`, `CHANGED_MEANWHILE` where
 * they are suspended, `LAST_ADMIN`.
 */
export const suspendUser = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  { id, until, ...why }: Shape<'SuspendUserInput'>,
) =>
  mustActOn(deps, actor, origin, id, async (inner, user) => {
    if (until !== undefined) {
      await requireFuture(inner, until);
    }
    if (user.isSuspended) {
      throw await alreadySuspended(inner.em, user);
    }
    requireDone(await applySuspension(inner, id, { until: until ?? null }));
    return {
      ...why,
      action: 'user.suspended',
      before: { suspended: suspensionOf(user) },
      after: { suspended: suspensionOf(await loadManaged(inner, id)) },
    };
  });

/**
 * Ends a suspension, also one that has ended by itself; sessions that it ended stay so. For admins. Gives `USER_NOT_FOUND`,
 * `CHANGED_MEANWHILE` where there is none.
 */
export const unsuspendUser = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  { id, ...notes }: Shape<'UnsuspendUserInput'>,
) =>
  mustActOn(deps, actor, origin, id, async (inner, user) => {
    const before = suspensionOf(user);
    if (!before) {
      throw await notSuspended(inner.em, user);
    }
    requireDone(await applySuspension(inner, id, null));
    return {
      ...notes,
      action: 'user.unsuspended',
      before: { suspended: before },
      after: { suspended: null },
    };
  });

/** Ends one session of a user. For admins. Gives `USER_NOT_FOUND`, `SESSION_NOT_FOUND`. It can't be undone. */
export const endOneSession = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  { id, session }: Shape<'EndSessionInput'>,
) =>
  mustActOn(deps, actor, origin, id, async ({ em }) => {
    if (!(await endSession(em, id, session))) {
      throw new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'They have no such session.');
    }
    return { action: 'session.revoked', before: { session }, after: {} };
  });

/** Ends all sessions of a user, as one event; none to end is no act. For admins. Gives `USER_NOT_FOUND`. */
export const endAllSessions = async (
  deps: Deps,
  actor: Actor,
  origin: Origin,
  { id }: Shape<'UserId'>,
): Promise<Shape<'SessionsEnded'>> =>
  actOn(deps, actor, origin, id, async ({ em }) => {
    const sessions = await endSessions(em, id);
    return sessions.length === 0
      ? undefined
      : { action: 'session.revoked', before: { sessions }, after: {} };
  });
