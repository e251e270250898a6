import { type Executor, instantOfIso } from '@namecard/db';
import type { z } from 'zod';
import { lastAdmin } from '../../access/errors.ts';
import { listSessions } from '../../access/sessions/queries.ts';
import { endSessions, type Moderator, requireCanActOn } from '../../access/service.ts';
import {
  type NewAction,
  type NewEvent,
  recordAction,
  reportChange,
} from '../../audit/service.ts';
import type { Deps } from '../../context.ts';
import { invalidField } from '../../errors.ts';
import { inTransaction } from '../../transaction.ts';
import { userNotFound } from '../../users/errors.ts';
import { UserId } from '../../users/schemas.ts';
import { isSuppressed, listDeliveries } from '../mail/queries.ts';
import { deliveryView } from '../mail/view.ts';
import { countActive, listOfOwner } from '../profiles/queries.ts';
import { ownedView } from '../profiles/view.ts';
import {
  loadForAction,
  setRole,
  setSuspension,
  type Subject,
} from './changes/service.ts';
import {
  alreadySuspended,
  notSuspended,
  roleChanged,
  sessionNotFound,
} from './errors.ts';
import { canGiveRole, canSuspend } from './policy.ts';
import { type ManagedRow, readManaged, readTerm } from './queries.ts';
import { InspectedUser } from './schemas.ts';
import { managedSessionView, managedUserView } from './view.ts';
import type * as schemas from './schemas.ts';

async function loadManaged(em: Executor, id: string): Promise<ManagedRow> {
  const [row] = await readManaged(em, [id]);
  if (!row) {
    throw userNotFound();
  }
  return row;
}

/** Mails that are shown of a user. */
const mostDeliveries = 20;

/**
 * Everything about one user, their sessions among it: read from the primary, where signing in writes. For admins. Gives
 * `USER_NOT_FOUND`.
 */
export async function inspectUser(
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof UserId>,
): Promise<z.infer<typeof InspectedUser>> {
  const { em, settings } = deps;
  const row = await loadManaged(em, id);
  const deliveries = await listDeliveries(em, {
    address: row.emailKey,
    limit: mostDeliveries,
  });
  const profiles = await listOfOwner(em, id);
  return {
    data: {
      user: managedUserView(row, actor, settings),
      sessions: (await listSessions(em, settings, id)).map(managedSessionView),
      deliveries: deliveries.map(deliveryView),
      isSuppressed: await isSuppressed(em, row.emailKey),
      profiles: profiles.map(ownedView),
      activeProfileCount: await countActive(em, id),
    },
  };
}

/** What a schema describes, given or answered. */
type Shape<Name extends keyof typeof schemas> = z.infer<(typeof schemas)[Name]>;

/** Why something is done, and to whom. */
type Asked = Pick<NewAction, 'reason' | 'note' | 'privateNote'> & { id: string };

type Change = (deps: Deps, subject: Subject) => Promise<NewEvent | undefined>;

/** Changes a user and records what was changed, all in one transaction. Nothing to record is no action. */
async function changeUser(
  deps: Deps,
  actor: Moderator,
  { id, ...why }: Asked,
  change: Change,
) {
  const changed = await inTransaction(deps, async (inner) => {
    const subject = await loadForAction(inner, actor, id);
    if (!subject) {
      throw userNotFound();
    }
    const event = await change(inner, subject);
    const action = event
      ? await recordAction(inner, actor, { ...why, type: event.type }, [event])
      : null;
    return { type: event?.type, action, row: await loadManaged(inner.em, id) };
  });
  const { type, row } = changed;
  if (type !== undefined) {
    reportChange(deps, actor, { type, user: id, address: row.emailKey });
  }
  return {
    data: { action: changed.action, user: managedUserView(row, actor, deps.settings) },
  };
}

/** The same, where there is always something to record. */
async function mustChangeUser(
  ...[deps, actor, asked, change]: Parameters<typeof changeUser>
): Promise<Shape<'ChangedUser'>> {
  const { data } = await changeUser(deps, actor, asked, change);
  if (data.action === null) {
    throw new Error('Nothing was done to the user, and no error says why');
  }
  return { data: { ...data, action: data.action } };
}

/** Gives a role, or takes it. For admins. Gives `USER_NOT_FOUND`, `CONFIGURED_ADMIN`, `CHANGED_MEANWHILE`, `LAST_ADMIN`. */
export const changeRole = async (
  deps: Deps,
  actor: Moderator,
  { id, from, to, note }: Shape<'ChangeRoleInput'>,
) =>
  mustChangeUser(
    deps,
    actor,
    { id, privateNote: note },
    async (inner, { user, locked }) => {
      requireCanActOn(deps, actor, user.emailKey);
      if (user.role !== from) {
        throw await roleChanged(inner.em, user);
      }
      if (!canGiveRole(locked, to)) {
        throw lastAdmin();
      }
      return setRole(inner, user, to);
    },
  );

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

/** Ends one session of a user. For admins. Gives `USER_NOT_FOUND`, `CONFIGURED_ADMIN`, `SESSION_NOT_FOUND`. It can't be undone. */
export const endOneSession = async (
  deps: Deps,
  actor: Moderator,
  { id, session }: Shape<'EndSessionInput'>,
) =>
  mustChangeUser(deps, actor, { id }, async (inner, { user }) => {
    requireCanActOn(deps, actor, user.emailKey);
    const ended = await endSessions(inner, id, { only: session });
    if (ended.length === 0) {
      throw sessionNotFound();
    }
    return { type: 'session.revoked', userId: id, before: { session }, after: {} };
  });

/** Ends all sessions of a user, as one event; none to end is no action. For admins. Gives `USER_NOT_FOUND`, `CONFIGURED_ADMIN`. */
export const endAllSessions = async (
  deps: Deps,
  actor: Moderator,
  { id }: z.infer<typeof UserId>,
): Promise<Shape<'SessionsEnded'>> =>
  changeUser(deps, actor, { id }, async (inner, { user }) => {
    requireCanActOn(deps, actor, user.emailKey);
    const sessions = await endSessions(inner, id);
    return sessions.length === 0
      ? undefined
      : { type: 'session.revoked', userId: id, before: { sessions }, after: {} };
  });
