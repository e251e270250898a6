import {
  columnsOf,
  type Database,
  every,
  type Executor,
  keyset,
  type SortKey,
  prepared,
  preparedSql,
  type Socials,
  statements,
  type Value,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';

/** The columns that a profile's documented shape is made of. */
export const profileColumns = [
  'username',
  'about',
  'socials',
  'latitude',
  'longitude',
  'hidden',
] as const;

export type ProfileRow = Pick<Selectable<Database['profiles']>, (typeof profileColumns)[number]>;

const ownedPage = prepared(
  (database, value: Value<{ ownerId: string; limit: number; skipped: number }>) =>
    database
      .selectFrom('profiles')
      .select(profileColumns)
      .where('ownerId', '=', value('ownerId'))
      .orderBy('position', 'desc')
      .limit(value('limit'))
      .offset(value('skipped')),
);

/** One page of a user's own profiles, newest first. */
export const listOwned = (
  em: Executor,
  ownerId: string,
  { page, limit }: { page: number; limit: number },
): Promise<ProfileRow[]> => ownedPage(em, { ownerId, limit, skipped: (page - 1) * limit });

const profileOfName = prepared((database, value: Value<{ key: string }>) =>
  database
    .selectFrom('profiles')
    .select(profileColumns)
    .select('ownerId')
    .where('usernameKey', '=', value('key')),
);

/** A profile with what deciding about it takes. */
export async function findProfile(em: Executor, key: string) {
  const [row] = await profileOfName(em, { key });
  return row;
}

/** An owner and, in lower case, the username of a profile that may be theirs. */
type Owned = { ownerId: string; key: string };

const ownedRow = prepared((database, value: Value<Owned>) =>
  database
    .selectFrom('profiles')
    .select(profileColumns)
    .where('usernameKey', '=', value('key'))
    .where('ownerId', '=', value('ownerId')),
);

/** The owner's profile of that name, as it is. */
export async function findOwned(
  em: Executor,
  ownerId: string,
  key: string,
): Promise<ProfileRow | undefined> {
  const [row] = await ownedRow(em, { ownerId, key });
  return row;
}

export type NewProfile = {
  id: string;
  ownerId: string;
  username: string;
  key: string;
  referral: string;
  /** The username that the referral may be, in lower case. */
  referrerKey: string;
};

const insertRow = preparedSql(
  (value: Value<NewProfile & { most: number }>) => sql<ProfileRow>`
    with owner as (
      update users set profile_count = profile_count + 1
      where id = ${value('ownerId')} and (${value('most')}::int = 0 or profile_count < ${value('most')}::int)
      returning id
    )
    insert into profiles (id, owner_id, username, username_key, referral, referrer_id)
    select ${value('id')}, owner.id, ${value('username')}, ${value('key')}, ${value('referral')},
      -- Locked, or it could be deleted before this row that names it is written.
      (select id from profiles where username_key = ${value('referrerKey')} for key share)
    from owner
    returning ${columnsOf('profiles', profileColumns)}
  `,
);

/**
 * Makes a profile if its owner may have one more, in one statement: counting it in the owner's row is the lock and the guard.
 * Returns nothing when they may not, or are gone.
 * @param most profiles that an owner may have; 0 is any number
 */
export async function insertProfile(
  em: Executor,
  profile: NewProfile,
  most: number,
): Promise<ProfileRow | undefined> {
  const [row] = await insertRow(em, { ...profile, most });
  return row;
}

const deleteRow = preparedSql(
  (value: Value<Owned>) => sql`
    with owner as materialized (select id from users where id = ${value('ownerId')} for no key update),
    deleted as (
      delete from profiles using owner where username_key = ${value('key')} and owner_id = owner.id returning owner_id
    )
    update users set profile_count = profile_count - 1 from deleted where users.id = deleted.owner_id returning users.id
  `,
);

/** Deletes the owner's profile, their row locked first as in making one; false where there is none of that name and owner. */
export async function deleteProfile(em: Executor, ownerId: string, key: string): Promise<boolean> {
  const rows = await deleteRow(em, { ownerId, key });
  return rows.length > 0;
}

export type SocialsChange = { set: Socials; remove: string[]; about: string | null | undefined };

type Merge = {
  key: string;
  ownerId: string;
  set: string;
  remove: string[];
  changesAbout: boolean;
  about: string | null;
};

const mergeRow = prepared((database, value: Value<Merge>) =>
  database
    .updateTable('profiles')
    .set({
      socials: sql`(socials || ${value('set')}::jsonb) - ${value('remove')}::text[]`,
      about: sql`case when ${value('changesAbout')}::boolean then ${value('about')}::text else about end`,
      updatedAt: sql`current_instant()`,
    })
    .where('usernameKey', '=', value('key'))
    .where('ownerId', '=', value('ownerId'))
    .returning(profileColumns),
);

/**
 * Merges links and about text in the database, so that two edits of different links both last. Returns nothing where the
 * owner has no profile of that name.
 */
export async function mergeSocials(
  em: Executor,
  ownerId: string,
  key: string,
  { set, remove, about }: SocialsChange,
): Promise<ProfileRow | undefined> {
  const [row] = await mergeRow(em, {
    key,
    ownerId,
    set: JSON.stringify(set),
    remove,
    changesAbout: about !== undefined,
    about: about ?? null,
  });
  return row;
}

/** Locks the owner's profile of that name, and returns its id. */
export async function lockOwned(
  em: Executor,
  ownerId: string,
  key: string,
): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .where('usernameKey', '=', key)
    .where('ownerId', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.id;
}

/** The order of a walk. */
export const walkOrder = keyset({ name: 'p', table: 'profiles', by: { position: 'integer' } });

const walkPage = preparedSql(
  (value: Value<{ position: string; limit: number }>) => sql<ProfileRow & { sortKey: SortKey }>`
    select ${columnsOf('profiles', profileColumns)}, ${walkOrder.sortKey} from profiles
    where not hidden and ${every(walkOrder.isAfter([value('position')]))}
    order by ${walkOrder.order} limit ${value('limit')}
  `,
);

/** The profiles that are not hidden and come after a key of the walk’s order, oldest first. Positions are counted from 1. */
export const readAfter = (em: Executor, sortKey: SortKey | undefined, limit: number) =>
  walkPage(em, { position: sortKey?.[0] ?? '0', limit });

/** Whether there is such a user. */
export async function hasUser(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
