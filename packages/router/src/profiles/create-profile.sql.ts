import {
  columnsOf,
  type Executor,
  preparedSql,
  rowsOfJson,
  statements,
  type Value,
  writtenTogether,
} from '@namecard/db';
import { sql } from 'kysely';
import { profileColumns, type ProfileRow } from './profiles.sql.ts';

export type NewProfile = {
  id: string;
  ownerId: string;
  username: string;
  key: string;
  /** The keyed hash of `key`, by which it may rest. */
  hash: string;
  referral: string;
  /** The username that the referral may be, in lower case. */
  referrerKey: string;
};

/**
 * The owner's profile of exactly that username and referral, made in the last 24 hours. A creation whose answer was lost is
 * answered with it when it is sent again.
 */
export const findCreated = async (
  em: Executor,
  { ownerId, username, referral }: Pick<NewProfile, 'ownerId' | 'username' | 'referral'>,
): Promise<ProfileRow | undefined> =>
  statements(em)
    .selectFrom('profiles')
    .select([...profileColumns])
    .where('ownerId', '=', ownerId)
    .where('username', '=', username)
    .where('referral', '=', referral)
    .where(sql<boolean>`created_at > current_instant() - interval '24 hours'`)
    .executeTakeFirst();

type Limited = NewProfile & { most: number };

const created = columnsOf('profiles', [...profileColumns, 'ownerId']);

type Created = ProfileRow & { ownerId: string };

/**
 * Inserts those alone whose owners nobody else holds, where no name of the owner's rests and the claimed one does not either, so that
 * no function has to be called. Nor where a profile has the name when the statement begins: were it deleted meanwhile, its name
 * would rest unseen. In the order of names, so that two such statements wait for each other in turn.
 */
const insertFree = preparedSql(
  (value: Value<{ profiles: string }>) => sql<Created>`
    with given as (${rowsOfJson(
      value('profiles'),
      sql`id uuid, "ownerId" uuid, username text, key text, hash text, referral text, most int`,
    )}),
    free as materialized (
      select given.*, users.email_key from given join users on users.id = given."ownerId"
      where coalesce(users.profiles_rest_until <= current_instant(), true)
        and (given.most = 0 or users.profile_count < given.most)
        and not exists (select from resting_usernames r where r.kind = 'profiles' and r.hash = given.hash)
        and not exists (select from profiles where username_key = given.key)
      for no key update of users skip locked
    ),
    inserted as (
      insert into profiles (id, owner_id, owner_email, username, username_key, referral)
      select id, "ownerId", email_key, username, key, referral from free order by key
      on conflict (username_key) do nothing
      returning ${created}
    ),
    counted as (
      update users set profile_count = profile_count + 1 from inserted where users.id = inserted."ownerId"
    )
    select * from inserted
  `,
);

/** Asks what rests at that moment, once whoever may be giving the username up is done. */
const insertOne = preparedSql(
  (value: Value<Limited>) => sql<Created>`
    with owner as (
      update users set profile_count = profile_count + 1
      where id = ${value('ownerId')} and (
        ${value('most')}::int = 0
        or profile_count + count_resting_profiles(id, ${value('hash')}) < ${value('most')}::int
      )
      returning id, email_key
    )
    insert into profiles (id, owner_id, owner_email, username, username_key, referral, referrer_id)
    select ${value('id')}, owner.id, owner.email_key, ${value('username')}, ${value('key')}, ${value('referral')},
      -- Locked, or it could be deleted before this row that names it is written.
      case when ${value('referrerKey')}::text <> ''
        then (select id from profiles where username_key = ${value('referrerKey')}::text for key share) end
    from owner
    returning ${created}, claim_username('profiles', ${value('hash')}, owner_id) as claimed
  `,
);

const insertTogether = writtenTogether({
  keyOf: ({ ownerId }: Limited) => ownerId,
  all: async (em, profiles) => {
    // The row of a referrer may be one that somebody holds.
    const alone = profiles.filter(({ referrerKey }) => referrerKey === '');
    const rows =
      alone.length > 0 ? await insertFree(em, { profiles: JSON.stringify(alone) }) : [];
    return new Map(rows.map((row) => [row.ownerId, row]));
  },
  one: async (em, profile) => (await insertOne(em, profile))[0],
});

/**
 * Makes a profile if its owner may have one more, in one statement: counting it in the owner's row is the lock and the guard.
 * Returns nothing when they may not, or are gone. A username that rests for them fails as one that another has.
 * @param most profiles that an owner may have, names of theirs that rest among them; 0 is any number
 */
export const insertProfile = async (
  em: Executor,
  profile: NewProfile,
  most: number,
): Promise<ProfileRow | undefined> => insertTogether(em, { ...profile, most });

/** Whether there is such a user. */
export async function hasUser(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
