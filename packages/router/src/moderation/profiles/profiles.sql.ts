import {
  allRows,
  columnsOf,
  type Executor,
  type IdentityName,
  onlyRow,
  preparedSql,
  type RowOf,
  statements,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended, type Users } from '../../access/users.sql.ts';
import { isDecidedHidden } from '../../items/hidden-cards.sql.ts';
import { profileColumns } from '../../profiles/profiles.sql.ts';
import { isUsername, usernameKey } from '../../usernames.ts';
import { duplicateIdentitiesOf } from '../duplicates.sql.ts';

const columns = [
  ...profileColumns,
  'held',
  'id',
  'referral',
  'createdAt',
  'updatedAt',
  'revision',
] as const;

export type ModeratedRow = RowOf<'profiles', (typeof columns)[number]> &
  Pick<Users, 'email' | 'emailKey' | 'role'> & {
    referrer: string | null;
    ownerId: string;
    ownerUsername: string | null;
    isSuspended: boolean;
    duplicateIdentities: IdentityName[];
  };

export type Ids = { ids: readonly string[] };

const moderated = preparedSql(
  (value: Value<Ids>) => sql<ModeratedRow>`
    select ${columnsOf('profiles', columns)}, referrers.username as referrer,
      users.id as "ownerId", users.email, users.email_key as "emailKey", users.role,
      users.username as "ownerUsername",
      ${isSuspended} as "isSuspended", ${duplicateIdentitiesOf} as "duplicateIdentities"
    from unnest(${value('ids')}::uuid[]) with ordinality as asked (id, ordinal)
    join profiles on profiles.id = asked.id
    join users on users.id = profiles.owner_id
    left join profiles referrers on referrers.id = profiles.referrer_id
    order by asked.ordinal
  `,
);

/** In the order of the ids, with their owners. */
export const loadModerated = async (em: Executor, ids: readonly string[]) =>
  moderated(em, { ids });

/** The newest hundred of an owner, also hidden ones, except one. */
export const listOfOwner = (em: Executor, ownerId: string, except?: string) =>
  statements(em)
    .selectFrom('profiles')
    .select(['username', 'held', 'createdAt', isDecidedHidden.as('hidden')])
    .where('ownerId', '=', ownerId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('position', 'desc')
    .limit(100)
    .execute();

/** How many cards these people have that are not hidden. */
export async function countActive(
  em: Executor,
  ownerIds: readonly string[],
): Promise<number> {
  const { cards } = await onlyRow(em)<{ cards: number }>`
    select count(*)::int as cards from profiles where owner_id = any(${ownerIds}::uuid[]) and not ${isDecidedHidden}
  `;
  return cards;
}

/**
 * How many cards a suspension of these people, or its end, counts as: their cards, and one
 * more for each.
 */
export const countAccounts = async (em: Executor, userIds: readonly string[]) =>
  (await countActive(em, userIds)) + userIds.length;

/** The oldest visible profiles of an owner. */
export async function findActive(
  em: Executor,
  ownerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await allRows(em)<{ id: string }>`
    select id from profiles where owner_id = ${ownerId} and not ${isDecidedHidden} order by position limit ${limit}
  `;
  return rows.map(({ id }) => id);
}

/** Counts the owner's other profiles, and those that this one referred. */
export const countRelatives = (em: Executor, ownerId: string, id: string) =>
  onlyRow(em)<{ siblings: number; referred: number }>`
    select (select count(*)::int from profiles where owner_id = ${ownerId} and id <> ${id}) as siblings,
      (select count(*)::int from profiles where referrer_id = ${id}) as referred
  `;

/** The id of the profile with a username, if there is one. */
export async function findIds(em: Executor, username: string): Promise<string[]> {
  if (!isUsername(username)) {
    return [];
  }
  const rows = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .where('usernameKey', '=', usernameKey(username))
    .execute();
  return rows.map(({ id }) => id);
}
