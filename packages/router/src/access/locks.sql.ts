import {
  type Executor,
  preparedRow,
  preparedSql,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import type { Deps } from '../context.ts';
import { isAdminRow, isConfigured, isSuspended, type Users } from './users.sql.ts';

type LockedRow = Pick<Users, 'id' | 'role'> & {
  isSuspended: boolean;
  isConfiguredAdmin: boolean;
};

export type LockedUser = LockedRow & {
  /** Whether this user is the only acting admin. */
  isLastAdmin: boolean;
  /** All users who currently act as admins. */
  admins: ReadonlySet<string>;
};

const actsAsAdmin = (row: LockedRow) =>
  !row.isSuspended && (row.role === 'admin' || row.isConfiguredAdmin);

/**
 * Locks users and all admins, so that no two calls together remove the last
 * admin. One statement locks in order of id, so calls queue up without deadlocks.
 */
export async function lockUsersAndAdmins(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  userIds: readonly string[],
): Promise<LockedRow[]> {
  if (userIds.length === 0) {
    return [];
  }
  const { adminEmails } = settings;
  return statements(em)
    .selectFrom('users')
    .select(['id', 'role'])
    .select([
      isSuspended.as('isSuspended'),
      isConfigured(adminEmails).as('isConfiguredAdmin'),
    ])
    .where(sql<boolean>`id = any(${userIds}::uuid[]) or ${isAdminRow(adminEmails)}`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** The same for one user; undefined if the user does not exist. */
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

/** Nobody can change or erase the actor until the transaction ends. */
export const lockActor = preparedRow(
  (value: Value<{ id: string }>) => sql<
    Pick<Users, 'emailKey' | 'role'> & { isSuspended: boolean }
  >`
    select email_key as "emailKey", role, ${isSuspended} as "isSuspended"
    from users where id = ${value('id')} for share
  `,
);

const lockPeopleRows = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql<{ id: string }>`
    select id from users where id = any(${value('ids')}::uuid[]) order by id for key share
  `,
);

/** Nobody can erase these users until the transaction ends. */
export async function lockPeople(
  em: Executor,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await lockPeopleRows(em, { ids });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Protects the actor and the owner of the address from erasure. `actorId` is null
 * if the actor was erased meanwhile.
 */
export async function lockConcerned(
  em: Executor,
  actingUser: string | null,
  address: string,
) {
  const rows = await statements(em)
    .selectFrom('users')
    .select(['id', 'emailKey'])
    .where((where) =>
      where.or([sql<boolean>`id = ${actingUser}::uuid`, where('emailKey', '=', address)]),
    )
    .orderBy('id')
    .forKeyShare()
    .execute();
  return {
    actorId: rows.find(({ id }) => id === actingUser)?.id ?? null,
    user: rows.find(({ emailKey }) => emailKey === address),
  };
}
