import type { z } from 'zod';
import { lastAdmin, roleLost } from '../../access/errors.ts';
import {
  endSession,
  endSessions,
  listSessions,
  type LockedUser,
  lockUser,
} from '../../access/queries.ts';
import type { Actor } from '../../access/service.ts';
import { type NewEvent, recordAction } from '../../audit/service.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { AppError, invalidField } from '../../errors.ts';
import { isoInstant, isoInstantOrNull } from '../../text.ts';
import { inTransaction } from '../../transaction.ts';
import { isSuppressed, listDeliveries } from '../mail/queries.ts';
import { deliveryView } from '../mail/view.ts';
import { listOfOwner } from '../profiles/queries.ts';
import { ownedView } from '../profiles/view.ts';
import { alreadySuspended, notSuspended, roleChanged, userNotFound } from './errors.ts';
import {
  type Applied,
  applyRole,
  applySuspension,
  isInFuture,
  type ManagedRow,
  readManaged,
} from './queries.ts';
import { type InspectedUser, UserId } from './schemas.ts';
import { managedSessionView, managedUserView } from './view.ts';
import type * as schemas from './schemas.ts';

async function loadManaged(em: EntityManager, id: string): Promise<ManagedRow> {
  const [row] = await readManaged(em, [id]);
  if (!row) {
    throw userNotFound();
  }
  return row;
}

/** Mails that are shown of a user. */
const mostDeliveries = 20;

/** Everything about one user. For admins. Gives `USER_NOT_FOUND`. */
export async function inspectUser(
  deps: Deps,
  { id }: z.infer<typeof UserId>,
): Promise<z.infer<typeof InspectedUser>> {
  const { reader, settings } = deps;
  const row = await loadManaged(reader, id);
  const deliveries = await listDeliveries(reader, row.email_key);
  const profiles = await listOfOwner(reader, id);
  return {
    data: {
      user: managedUserView(row, settings.adminEmails),
      sessions: (await listSessions(reader, settings, id)).map(managedSessionView),
      deliveries: deliveries.slice(0, mostDeliveries).map(deliveryView),
      isSuppressed: await isSuppressed(reader, row.email_key),
      profiles: profiles.map(ownedView),
    },
  };
}

/** What a schema describes, given or answered. */
type Shape<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

/** Throws what kept a change from being applied. */
function requireDone(applied: Applied): void {
  if (applied !== 'done') {
    throw applied === 'gone' ? userNotFound() : lastAdmin();
  }
}

type Change = (deps: Deps, user: LockedUser) => Promise<Omit<NewEvent, 'userId'> | undefined>;

/**
 * Changes a user whose row, like every admin's, is locked meanwhile, and records what was changed, all in one transaction.
 * Nothing to record is no action.
 */
async function changeUser(deps: Deps, actor: Actor, id: string, change: Change) {
  return inTransaction(deps, async (inner) => {
    const user = await lockUser(inner, id);
    if (!user) {
      throw userNotFound();
    }
    if (!user.admins.has(actor.id)) {
      throw roleLost('admin');
    }
    const event = await change(inner, user);
    const action = event ? await recordAction(inner, actor, [{ ...event, userId: id }]) : null;
    const row = await loadManaged(inner.em, id);
    return { data: { action, user: managedUserView(row, deps.settings.adminEmails) } };
  });
}

/** The same, where there is always something to record. */
async function mustChangeUser(
  ...[deps, actor, id, change]: Parameters<typeof changeUser>
): Promise<Shape<'ChangedUser'>> {
  const { data } = await changeUser(deps, actor, id, change);
  if (data.action === null) {
    throw new Error('Nothing was done to the user, and no error says why');
  }
  return { data: { ...data, action: data.action } };
}

/** Gives a role, or takes it. For admins. Gives `USER_NOT_FOUND`, `CHANGED_MEANWHILE`, `LAST_ADMIN`. */
export const changeRole = async (
  deps: Deps,
  actor: Actor,
  { id, from, to, note }: Shape<'ChangeRoleInput'>,
) =>
  mustChangeUser(deps, actor, id, async (inner, user) => {
    if (user.role !== from) {
      throw await roleChanged(inner.em, user);
    }
    requireDone(await applyRole(inner, id, to));
    return {
      type: 'user.role_changed',
      privateNote: note,
      before: { role: from },
      after: { role: to },
    };
  });

/** A suspension as events hold it; null where there is none. */
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
  { id, until, ...why }: Shape<'SuspendUserInput'>,
) =>
  mustChangeUser(deps, actor, id, async (inner, user) => {
    if (until !== undefined) {
      await requireFuture(inner, until);
    }
    if (user.isSuspended) {
      throw await alreadySuspended(inner.em, user);
    }
    requireDone(await applySuspension(inner, id, { until: until ?? null }));
    return {
      ...why,
      type: 'user.suspended',
      before: { suspended: suspensionOf(user) },
      after: { suspended: suspensionOf(await loadManaged(inner.em, id)) },
    };
  });

/**
 * Ends a suspension, also one that has ended by itself; sessions that it ended stay so. For admins. Gives `USER_NOT_FOUND`,
 * `CHANGED_MEANWHILE` where there is none.
 */
export const unsuspendUser = async (
  deps: Deps,
  actor: Actor,
  { id, ...notes }: Shape<'UnsuspendUserInput'>,
) =>
  mustChangeUser(deps, actor, id, async (inner, user) => {
    const before = suspensionOf(user);
    if (!before) {
      throw await notSuspended(inner.em, user);
    }
    requireDone(await applySuspension(inner, id, null));
    return {
      ...notes,
      type: 'user.unsuspended',
      before: { suspended: before },
      after: { suspended: null },
    };
  });

/** Ends one session of a user. For admins. Gives `USER_NOT_FOUND`, `SESSION_NOT_FOUND`. It can't be undone. */
export const endOneSession = async (
  deps: Deps,
  actor: Actor,
  { id, session }: Shape<'EndSessionInput'>,
) =>
  mustChangeUser(deps, actor, id, async ({ em }) => {
    if (!(await endSession(em, id, session))) {
      throw new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'They have no such session.');
    }
    return { type: 'session.revoked', before: { session }, after: {} };
  });

/** Ends all sessions of a user, as one event; none to end is no action. For admins. Gives `USER_NOT_FOUND`. */
export const endAllSessions = async (
  deps: Deps,
  actor: Actor,
  { id }: Shape<'UserId'>,
): Promise<Shape<'SessionsEnded'>> =>
  changeUser(deps, actor, id, async ({ em }) => {
    const sessions = await endSessions(em, id);
    return sessions.length === 0
      ? undefined
      : { type: 'session.revoked', before: { sessions }, after: {} };
  });
