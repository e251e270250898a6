import { type Database, prepared, preparedSql, type Socials, statements } from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import type { EntityManager } from '../context.ts';

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

/** One page of a user's own profiles, newest first. */
export const listOwned = (
  em: EntityManager,
  ownerId: string,
  { page, limit }: { page: number; limit: number },
): Promise<ProfileRow[]> =>
  statements(em)
    .selectFrom('profiles')
    .select(profileColumns)
    .where('owner_id', '=', ownerId)
    .orderBy('position', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();

/** A profile with what deciding about it takes. */
export const findProfile = (em: EntityManager, key: string) =>
  statements(em)
    .selectFrom('profiles')
    .select(profileColumns)
    .select('owner_id')
    .where('username_key', '=', key)
    .executeTakeFirst();

/** The owner's profile of that name, as it is. */
export const findOwned = (
  em: EntityManager,
  ownerId: string,
  key: string,
): Promise<ProfileRow | undefined> =>
  statements(em)
    .selectFrom('profiles')
    .select(profileColumns)
    .where('username_key', '=', key)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();

type NewProfile = {
  id: string;
  ownerId: string;
  username: string;
  key: string;
  referral: string;
  /** The username that the referral may be, in lower case. */
  referrerKey: string;
};

const columns = sql.join(profileColumns.map((column) => sql.ref(column)));

const insertRow = preparedSql(
  (value) => sql<ProfileRow>`
    with owner as (
      update users set profile_count = profile_count + 1
      where id = ${value(2)} and (${value(7)}::int = 0 or profile_count < ${value(7)}::int) returning id
    )
    insert into profiles (id, owner_id, username, username_key, referral, referrer_id)
    select ${value(1)}, owner.id, ${value(3)}, ${value(4)}, ${value(5)},
      -- Locked, or it could be deleted before this row that names it is written.
      (select id from profiles where username_key = ${value(6)} for key share)
    from owner
    returning ${columns}
  `,
);

/**
 * Makes a profile if its owner may have one more, in one statement: the update of the owner's row is the lock and the
 * guard. Returns nothing when they may not, or are gone.
 * @param most profiles that an owner may have; 0 is any number
 */
export async function insertProfile(
  em: EntityManager,
  { id, ownerId, username, key, referral, referrerKey }: NewProfile,
  most: number,
): Promise<ProfileRow | undefined> {
  const [row] = await insertRow(em, id, ownerId, username, key, referral, referrerKey, most);
  return row;
}

/** Deletes the owner's profile, their row locked first as in making one; false where there is none of that name and owner. */
export async function deleteProfile(
  em: EntityManager,
  ownerId: string,
  key: string,
): Promise<boolean> {
  const { rows } = await sql`
    with owner as materialized (select id from users where id = ${ownerId} for update),
    gone as (
      delete from profiles using owner where username_key = ${key} and owner_id = owner.id returning owner_id
    )
    update users set profile_count = profile_count - 1 where id in (select owner_id from gone) returning id
  `.execute(statements(em));
  return rows.length > 0;
}

export type SocialsChange = { set: Socials; remove: string[]; about: string | null | undefined };

const mergeRow = prepared((database, value) =>
  database
    .updateTable('profiles')
    .set({
      socials: sql`(socials || ${value(3)}::jsonb) - ${value(4)}::text[]`,
      about: sql`case when ${value(5)}::boolean then ${value(6)}::text else about end`,
      updated_at: sql`current_instant()`,
    })
    .where('username_key', '=', value<string>(1))
    .where('owner_id', '=', value<string>(2))
    .returning(profileColumns),
);

/**
 * Merges links and about text in the database, so that two edits of different links both last. Returns nothing where the
 * owner has no profile of that name.
 */
export async function mergeSocials(
  em: EntityManager,
  ownerId: string,
  key: string,
  { set, remove, about }: SocialsChange,
): Promise<ProfileRow | undefined> {
  const changesAbout = about !== undefined;
  const [row] = await mergeRow(
    em,
    key,
    ownerId,
    JSON.stringify(set),
    remove,
    changesAbout,
    about ?? null,
  );
  return row;
}

/** Sets or clears where the profile is. Returns nothing where the owner has no profile of that name. */
export const moveProfile = (
  em: EntityManager,
  ownerId: string,
  key: string,
  location: { latitude: number; longitude: number } | null,
): Promise<ProfileRow | undefined> =>
  statements(em)
    .updateTable('profiles')
    .set({
      latitude: location?.latitude ?? null,
      longitude: location?.longitude ?? null,
      updated_at: sql`current_instant()`,
    })
    .where('username_key', '=', key)
    .where('owner_id', '=', ownerId)
    .returning(profileColumns)
    .executeTakeFirst();

/** Whether there is such a user. */
export async function hasUser(em: EntityManager, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
