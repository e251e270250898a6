import {
  columnsOf,
  type Database,
  type Executor,
  type IdentityName,
  preparedSql,
  statements,
  type Value,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import { isSuspended } from '../../access/queries.ts';
import type { EventSummary } from '../../audit/messages.ts';
import { recorded, summaryOf } from '../../audit/queries.ts';
import { profileColumns } from '../../profiles/queries.ts';
import { duplicateIdentitiesOf } from '../queries.ts';

const columns = [
  ...profileColumns,
  'id',
  'referral',
  'createdAt',
  'updatedAt',
  'revision',
] as const;

export type ModeratedRow = Pick<
  Selectable<Database['profiles']>,
  (typeof columns)[number]
> & {
  referrer: string | null;
  ownerId: string;
  email: string;
  ownerUsername: string | null;
  isSuspended: boolean;
  duplicateIdentities: IdentityName[];
};

type Ids = { ids: readonly string[] };

const moderated = preparedSql(
  (value: Value<Ids>) => sql<ModeratedRow>`
    select ${columnsOf('profiles', columns)}, referrers.username as referrer,
      users.id as "ownerId", users.email, users.username as "ownerUsername",
      ${isSuspended} as "isSuspended", ${duplicateIdentitiesOf} as "duplicateIdentities"
    from unnest(${value('ids')}::uuid[]) with ordinality as asked (id, ordinal)
    join profiles on profiles.id = asked.id
    join users on users.id = profiles.owner_id
    left join profiles referrers on referrers.id = profiles.referrer_id
    order by asked.ordinal
  `,
);

/** The profiles of these ids that exist, in the order of the ids, with their owners. */
export const loadModerated = async (em: Executor, ids: readonly string[]) =>
  moderated(em, { ids });

/** The newest profiles of an owner, hidden ones among them, a hundred at most; without the one of the id that is named. */
export const listOfOwner = (em: Executor, ownerId: string, except?: string) =>
  statements(em)
    .selectFrom('profiles')
    .select(['username', 'hidden', 'createdAt'])
    .where('ownerId', '=', ownerId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('position', 'desc')
    .limit(100)
    .execute();

const activeOf = (em: Executor, ownerId: string) =>
  statements(em)
    .selectFrom('profiles')
    .where('ownerId', '=', ownerId)
    .where('hidden', '=', false);

/** How many profiles of an owner are not hidden. */
export async function countActive(em: Executor, ownerId: string): Promise<number> {
  const counted = activeOf(em, ownerId).select(sql<number>`count(*)::int`.as('count'));
  return (await counted.executeTakeFirst())?.count ?? 0;
}

/** The oldest profiles of an owner that are not hidden. */
export async function findActive(
  em: Executor,
  ownerId: string,
  limit: number,
): Promise<string[]> {
  const rows = await activeOf(em, ownerId)
    .select('id')
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many other profiles the owner has, and how many the profile referred. */
export async function countRelatives(em: Executor, ownerId: string, id: string) {
  const { rows } = await sql<{ siblings: number; referred: number }>`
    select (select count(*)::int from profiles where owner_id = ${ownerId} and id <> ${id}) as siblings,
      (select count(*)::int from profiles where referrer_id = ${id}) as referred
  `.execute(statements(em));
  return rows[0] ?? { siblings: 0, referred: 0 };
}

/** The id of the profile of that name, in lower case. */
export async function findId(em: Executor, key: string): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .where('usernameKey', '=', key)
    .executeTakeFirst();
  return row?.id;
}

export type NewestEvent = EventSummary & {
  profileId: string;
  username: string | null;
  /** Whether nothing has changed the profile since. */
  isLastChange: boolean;
};

const lockedColumns = [
  'id',
  'username',
  'ownerId',
  'ownerEmail',
  'hidden',
  'revision',
] as const;

/** A profile as it is under its lock. */
export type LockedProfile = Pick<
  Selectable<Database['profiles']>,
  (typeof lockedColumns)[number]
>;

const lockOwners = preparedSql(
  (value: Value<Ids>) => sql`
    select from users where id in (select owner_id from profiles where id = any(${value('ids')}::uuid[]))
    order by id for key share
  `,
);

const lockRows = preparedSql(
  (value: Value<Ids>) => sql<LockedProfile>`
    select ${columnsOf('profiles', lockedColumns)} from profiles
    where id = any(${value('ids')}::uuid[]) order by position for no key update
  `,
);

/**
 * Locks the profiles of these ids, oldest first, so that two actions on some of the same wait for each other in turn. Their
 * owners come first, as where an owner deletes: an event names them, who must not be erased in between.
 */
export async function lockProfiles(
  em: Executor,
  ids: readonly string[],
): Promise<LockedProfile[]> {
  await lockOwners(em, { ids });
  return lockRows(em, { ids });
}

/**
 * Hides those of the locked profiles that are shown, and shows the hidden. With entities, loaded and flushed, an action on a
 * hundred profiles would take half as much CPU again.
 */
export const toggleHidden = preparedSql(
  (value: Value<Ids>) =>
    sql`update profiles set hidden = not hidden where id = any(${value('ids')}::uuid[])`,
);

/** The newest event of each of these profiles. */
export async function newestEvents(
  em: Executor,
  ids: readonly string[],
): Promise<NewestEvent[]> {
  const { rows } = await sql<NewestEvent>`
    select newest.*
    from unnest(${ids}::uuid[]) as asked (id)
    left join profiles on profiles.id = asked.id
    cross join lateral (
      select events.profile_id as "profileId", events.username, ${summaryOf('events')},
        coalesce(events.subject_revision = profiles.revision, false) as "isLastChange"
      from ${recorded('events')}
      where events.profile_id = asked.id order by events.position desc limit 1
    ) newest
  `.execute(statements(em));
  return rows;
}
