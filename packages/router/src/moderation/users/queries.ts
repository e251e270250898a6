import { type Action as AuditEventType, type Database, type Role, statements } from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import {
  endSessions,
  isSuspended,
  lockUser,
  userColumns,
  type UserRow,
} from '../../access/queries.ts';
import type { EventSummary } from '../../audit/messages.ts';
import type { Deps, EntityManager } from '../../context.ts';
import { duplicateIdentitiesOf } from '../queries.ts';
import type { IdentityName } from '../schemas.ts';

type Users = Selectable<Database['users']>;

/** A user as admins see them. */
export type ManagedRow = UserRow &
  Pick<Users, 'email_key' | 'role' | 'profile_count' | 'suspended_at' | 'suspended_until'> &
  Pick<Selectable<Database['events']>, 'reason' | 'note'> & {
    suspended: boolean;
    duplicateIdentities: IdentityName[];
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

/** The users of those ids, in no order. Why one is suspended stands in the event that began it. */
export async function readManaged(em: EntityManager, ids: string[]): Promise<ManagedRow[]> {
  const { rows } = await sql<ManagedRow>`
    select ${sql.join(columns.map((column) => sql.ref(`users.${column}`)))},
      ${isSuspended} as suspended, ${duplicateIdentitiesOf} as "duplicateIdentities",
      begun.reason, begun.note,
      (select max(last_used_at) from sessions where user_id = users.id) as last_seen_at
    from users left join lateral (
      select reason, note from events
      where user_id = users.id and action = 'user.suspended' and at >= users.suspended_at
      order by position desc limit 1
    ) begun on true
    where users.id = any(${ids}::uuid[])
  `.execute(statements(em));
  return rows;
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

/** The newest event of a type on a user that was not before an instant. */
export async function newestEvent(
  em: EntityManager,
  userId: string,
  type: AuditEventType,
  since: string | null,
): Promise<(EventSummary & { after: unknown }) | undefined> {
  return statements(em)
    .selectFrom('events')
    .leftJoin('users', 'users.id', 'events.actor_id')
    .select(['users.email as actor', 'action', 'at', 'reason', 'undoes_id', 'after'])
    .where('events.user_id', '=', userId)
    .where('action', '=', type)
    .$if(since !== null, (query) => query.where('at', '>=', sql<string>`${since}::timestamptz`))
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
}
