import { type Executor, preparedSql, statements, type Value } from '@namecard/db';
import { sql } from 'kysely';
import type { Deps } from '../context.ts';
import { isSuspended, type Users } from './users.sql.ts';

type LockedRow = Pick<Users, 'id' | 'role'> & {
  isSuspended: boolean;
  isConfiguredAdmin: boolean;
};

/** What is known of a user whose row is locked. */
export type LockedUser = LockedRow & {
  /** Whether everybody else could be asked in vain: nobody but them acts as an admin at present. */
  isLastAdmin: boolean;
  /** All who act as admins at present. */
  admins: ReadonlySet<string>;
};

const actsAsAdmin = (row: LockedRow) =>
  !row.isSuspended && (row.role === 'admin' || row.isConfiguredAdmin);

/**
 * Locks users and everybody who is an admin, by role or by `ADMIN_EMAILS`, until the transaction ends: whoever could take the
 * other's role away waits here. In one statement and by id, so that any number of such transactions come one after another.
 */
export async function lockUsersAndAdmins(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  userIds: readonly string[],
): Promise<LockedRow[]> {
  if (userIds.length === 0) {
    return [];
  }
  const isConfigured = sql<boolean>`email_key = any(${[...settings.adminEmails]}::text[])`;
  return statements(em)
    .selectFrom('users')
    .select(['id', 'role'])
    .select([isSuspended.as('isSuspended'), isConfigured.as('isConfiguredAdmin')])
    .where(
      sql<boolean>`id = any(${userIds}::uuid[]) or role = 'admin' or ${isConfigured}`,
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The same of one user; undefined where there is no such user. */
export async function lockUserAndAdmins(
  deps: Pick<Deps, 'em' | 'settings'>,
  userId: string,
): Promise<LockedUser | undefined> {
  const rows = await lockUsersAndAdmins(deps, [userId]);
  const user = rows.find(({ id }) => id === userId);
  if (!user) {
    return undefined;
  }
  const admins = new Set(rows.filter(actsAsAdmin).map(({ id }) => id));
  return { ...user, isLastAdmin: admins.has(userId) && admins.size === 1, admins };
}

const lockOwnRow = preparedSql(
  (value: Value<{ id: string }>) => sql<
    Pick<Users, 'emailKey' | 'role'> & { isSuspended: boolean }
  >`
    select email_key as "emailKey", role, ${isSuspended} as "isSuspended"
    from users where id = ${value('id')} for share
  `,
);

/** The actor's own row, which nobody changes or erases until the transaction ends. */
export async function lockActor(em: Executor, id: string) {
  const [row] = await lockOwnRow(em, { id });
  return row;
}

const lockPeopleRows = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql<{ id: string }>`
    select id from users where id = any(${value('ids')}::uuid[]) order by id for key share
  `,
);

/** Has none of these people be erased until the transaction ends; returns those who are there. */
export async function lockPeople(
  em: Executor,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await lockPeopleRows(em, { ids });
  return new Set(rows.map(({ id }) => id));
}
