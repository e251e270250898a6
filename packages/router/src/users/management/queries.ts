import { statements, type Database, type Role } from '@namecard/db';
import { sql, type Selectable } from 'kysely';
import { endSessions, isSuspended } from '../../auth/sessions.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { doublesOf, type IdentityName } from '../doubles.ts';
import { userColumns, type UserRow } from '../view.ts';

type Users = Selectable<Database['users']>;

/** A user as admins see them. */
export type ManagedRow = UserRow &
  Pick<Users, 'email_key' | 'role' | 'profile_count' | 'suspended_at' | 'suspended_until'> &
  Pick<Selectable<Database['events']>, 'reason' | 'note'> & {
    suspended: boolean;
    doubled: IdentityName[];
    last_seen_at: string | null;
  };

const columns = [
  ...userColumns,
  'email_key',
  'role',
  'profile_count',
  'suspended_at',
  'suspended_until',
] as const;

/** The users of those ids, in no order. Why one is suspended is told by the event that began it. */
export async function readManaged(em: EntityManager, ids: string[]): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`
    select ${sql.join(columns.map((column) => sql.ref(`users.${column}`)))},
      ${isSuspended} as suspended, ${doublesOf} as doubled, told.reason, told.note,
      (select max(last_used_at) from sessions where user_id = users.id) as last_seen_at
    from users left join lateral (
      select reason, note from events
      where user_id = users.id and action = 'user.suspended' and at >= users.suspended_at
      order by position desc limit 1
    ) told on true
    where users.id = any(${ids}::uuid[])
  `.execute(statements(em));
  return rows;
}

/** What is known of a user whose row is locked. */
export type LockedUser = Pick<
  Users,
  'id' | 'email' | 'role' | 'suspended_at' | 'suspended_until'
> & {
  isSuspended: boolean;
  /** Whether everybody else could be asked in vain: nobody but them acts as an admin at present. */
  isLastAdmin: boolean;
  isConfiguredAdmin: boolean;
  /** All who act as admins at present. */
  admins: ReadonlySet<string>;
};

type LockedRow = Omit<LockedUser, 'isLastAdmin' | 'isConfiguredAdmin' | 'admins'> & {
  isConfigured: boolean;
};

const actsAsAdmin = (row: LockedRow) =>
  !row.isSuspended && (row.role === 'admin' || row.isConfigured);

/**
 * Locks a user and everybody who is an admin, by role or by `ADMIN_EMAILS`, until the transaction ends: whoever could take the
 * other's role away waits here. In one statement and by id, so that any number of such transactions come one after another.
 * Undefined where there is no such user.
 */
export async function lockUser(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  userId: string,
): Promise<LockedUser | undefined> {
  const configured = sql<boolean>`email_key = any(${[...settings.adminEmails]}::text[])`;
  const { rows } = await sql<LockedRow>`
    select id, email, role, suspended_at, suspended_until, ${isSuspended} as "isSuspended",
      ${configured} as "isConfigured"
    from users where id = ${userId} or role = 'admin' or ${configured}
    order by id for no key update
  `.execute(statements(em));
  const user = rows.find(({ id }) => id === userId);
  if (!user) {
    return undefined;
  }
  const admins = new Set(rows.filter(actsAsAdmin).map(({ id }) => id));
  const { isConfigured: isConfiguredAdmin, ...row } = user;
  return {
    ...row,
    isConfiguredAdmin,
    isLastAdmin: admins.has(userId) && admins.size === 1,
    admins,
  };
}

export type Applied = 'done' | 'gone' | 'last admin';

/**
 * Gives a user a role, in the caller's transaction. `last admin`: then nobody could undo it. Who is an admin by `ADMIN_EMAILS`
 * stays one whatever their row says.
 */
export async function applyRole(
  deps: Pick<Deps, 'em' | 'settings'>,
  userId: string,
  to: Role,
): Promise<Applied> {
  const user = await lockUser(deps, userId);
  if (!user) {
    return 'gone';
  }
  if (user.isLastAdmin && to !== 'admin' && !user.isConfiguredAdmin) {
    return 'last admin';
  }
  await statements(deps.em)
    .updateTable('users')
    .set({ role: to })
    .where('id', '=', userId)
    .execute();
  return 'done';
}

/** `since` is now unless it is given; `until` is open where it is null. Stamps in any notation PostgreSQL reads. */
export type SuspensionTerm = { since?: string; until: string | null };

/**
 * Suspends a user and ends all their sessions, or ends their suspension, in the caller's transaction. `last admin`: then nobody
 * could undo it.
 */
export async function applySuspension(
  deps: Pick<Deps, 'em' | 'settings'>,
  userId: string,
  term: SuspensionTerm | null,
): Promise<Applied> {
  const user = await lockUser(deps, userId);
  if (!user) {
    return 'gone';
  }
  if (user.isLastAdmin && term) {
    return 'last admin';
  }
  const since = term
    ? sql<string>`coalesce(${term.since ?? null}::timestamptz, current_instant())`
    : null;
  await statements(deps.em)
    .updateTable('users')
    .set({ suspended_at: since, suspended_until: term?.until ?? null })
    .where('id', '=', userId)
    .execute();
  if (term) {
    await endSessions(deps.em, userId);
  }
  return 'done';
}

/** Whether an instant (ISO 8601) is yet to come. */
export async function isInFuture(em: EntityManager, instant: string): Promise<boolean> {
  const { rows } = await sql<{ future: boolean }>`
    select ${instant}::timestamptz > current_instant() as future
  `.execute(statements(em));
  return rows[0]?.future ?? false;
}
