import { statements, type Socials } from '@namecard/db';
import { sql, type Expression } from 'kysely';
import type { EntityManager } from '../context.ts';
import { profileColumns, type ProfileRow } from './view.ts';

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

/**
 * Makes a profile if its owner may have one more, in one statement: the update of the owner's row is the lock and the
 * guard. Returns nothing when they may not, or are gone.
 * @param most profiles that an owner may have; 0 is any number
 */
export async function insertProfile(
  em: EntityManager,
  profile: NewProfile,
  most: number,
): Promise<ProfileRow | undefined> {
  const { rows } = await sql<ProfileRow>`
    with owner as (
      update users set profile_count = profile_count + 1
      where id = ${profile.ownerId} and (${most}::int = 0 or profile_count < ${most}::int) returning id
    )
    insert into profiles (id, owner_id, username, username_key, referral, referrer_id)
    select ${profile.id}, owner.id, ${profile.username}, ${profile.key}, ${profile.referral},
      -- Locked, or it could be deleted before this row that names it is written.
      (select id from profiles where username_key = ${profile.referrerKey} for key share)
    from owner
    returning ${sql.join(profileColumns.map((column) => sql.ref(column)))}
  `.execute(statements(em));
  return rows[0];
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

/** The about text after the change, or as it was. */
const newAbout = (about: string | null | undefined): Expression<string | null> =>
  about === undefined ? sql.ref('about') : sql`${about}::text`;

/**
 * Merges links and about text in the database, so that two edits of different links both last. Returns nothing where the
 * owner has no profile of that name.
 */
export const mergeSocials = (
  em: EntityManager,
  ownerId: string,
  key: string,
  { set, remove, about }: SocialsChange,
): Promise<ProfileRow | undefined> =>
  statements(em)
    .updateTable('profiles')
    .set({
      socials: sql`(socials || ${JSON.stringify(set)}::jsonb) - ${remove}::text[]`,
      about: newAbout(about),
      updated_at: sql`current_instant()`,
    })
    .where('username_key', '=', key)
    .where('owner_id', '=', ownerId)
    .returning(profileColumns)
    .executeTakeFirst();

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
