import { batchedWrite, columnsOf, type Executor, isFree, statements } from '@namecard/db';
import { sql } from 'kysely';
import { openNew } from '../items/open-items.sql.ts';
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

/** `item` is the id of the item that is opened for it; null opens none. */
type Limited = NewProfile & { most: number; item: string | null };

const created = columnsOf('profiles', [...profileColumns, 'ownerId']);

type Created = ProfileRow & { ownerId: string };

/**
 * A batch makes no profile that names a referrer, whose row somebody may hold, and none whose username is taken: one failure is a
 * failure of all. It inserts in the order of usernames, so that two batches can't wait for each other.
 */
const create = batchedWrite<Limited, Created>({
  columns: `
    id uuid, "ownerId" uuid, username text, key text, hash text, referral text, "referrerKey" text, most int,
    item uuid
  `,
  isFree: sql`
    ${isFree('users', 'id', 'ownerId')} and given."referrerKey" = ''
    and not exists (select from profiles where username_key = given.key)
  `,
  parts: [
    // Counting the profile in the owner's row is the lock and the guard.
    sql`owner as (
      update users set profile_count = profile_count + 1 from chosen
      where users.id = chosen."ownerId" and (
        chosen.most = 0 or chosen.most > users.profile_count + case
          when users.profiles_rest_until > current_instant() then count_resting_profiles(users.id, chosen.hash)
          else 0
        end
      )
      returning chosen.*, users.email_key
    )`,
    sql`created as (
      insert into profiles (id, owner_id, owner_email, username, username_key, referral, referrer_id)
      select id, "ownerId", email_key, username, key, referral,
        -- Locked, or it could be deleted before this row that names it is written.
        case when "referrerKey" <> '' then (select p.id from profiles p where p.username_key = "referrerKey" for key share) end
      from owner order by key
      returning ${created}
    )`,
    openNew(sql`
      select chosen.item, chosen.id, chosen."ownerId", 1 from created join chosen using ("ownerId")
      where chosen.item is not null
    `),
  ],
  // It asks what rests once whoever may be giving the username up is done, so after the insertion.
  statement: sql`
    select created.*, claim_username('profiles', chosen.hash, chosen."ownerId") as claimed
    from created join chosen using ("ownerId")
  `,
  keyOf: ({ ownerId }) => ownerId,
  keyOfRow: ({ ownerId }) => ownerId,
  lineOf: ({ key }) => key,
});

/**
 * Makes a profile if its owner may have one more, in one statement: counting it in the owner's row is the lock and the guard.
 * Returns nothing when they may not, or are gone. A username that rests for them fails as one that another has.
 * `most` is how many profiles an owner may have, names of theirs that rest among them; 0 is any number.
 */
export const insertProfile = async (
  em: Executor,
  profile: NewProfile,
  { most, item }: Pick<Limited, 'most' | 'item'>,
): Promise<ProfileRow | undefined> => create.together(em, { ...profile, most, item });

/** Whether there is such a user. */
export async function hasUser(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
