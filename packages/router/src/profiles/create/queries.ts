import { columnsOf, type Executor, preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { profileColumns, type ProfileRow } from '../queries.ts';

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

type Limited = NewProfile & { most: number };

type Rules = {
  /** What has to be so beside the limit. */
  guard: RawBuilder<unknown>;
  /** How many names at rest count into it. */
  resting: RawBuilder<unknown>;
  /** What is asked once the row is written. */
  claimed: RawBuilder<unknown>;
};

const inserting = (rules: (value: Value<Limited>) => Rules) =>
  preparedSql((value: Value<Limited>) => {
    const { guard, resting, claimed } = rules(value);
    return sql<ProfileRow>`
      with owner as (
        update users set profile_count = profile_count + 1
        where id = ${value('ownerId')} and ${guard}
          and (${value('most')}::int = 0 or profile_count + ${resting} < ${value('most')}::int)
        returning id, email_key
      )
      insert into profiles (id, owner_id, owner_email, username, username_key, referral, referrer_id)
      select ${value('id')}, owner.id, owner.email_key, ${value('username')}, ${value('key')}, ${value('referral')},
        -- Locked, or it could be deleted before this row that names it is written.
        case when ${value('referrerKey')}::text <> ''
          then (select id from profiles where username_key = ${value('referrerKey')}::text for key share) end
      from owner
      returning ${columnsOf('profiles', profileColumns)}, ${claimed} as claimed
    `;
  });

/**
 * Inserts only where no name of the owner's rests and the claimed one does not either, so that no function has to be called. Nor
 * where a profile has the name when the statement begins: were it deleted meanwhile, its name would rest unseen.
 */
const insertWhereNothingRests = inserting((value) => ({
  guard: sql`coalesce(profiles_rest_until <= current_instant(), true)
    and not exists (select from resting_usernames where kind = 'profiles' and hash = ${value('hash')})
    and not exists (select from profiles where username_key = ${value('key')})`,
  resting: sql`0`,
  claimed: sql`null`,
}));

/** Asks what rests at that moment, once whoever may be giving the username up is done. It costs PostgreSQL a tenth more. */
const insertAnyway = inserting((value) => ({
  guard: sql`true`,
  resting: sql`count_resting_profiles(id, ${value('hash')})`,
  claimed: sql`claim_username('profiles', ${value('hash')}, owner_id)`,
}));

/**
 * Makes a profile if its owner may have one more, in one statement: counting it in the owner's row is the lock and the guard.
 * Returns nothing when they may not, or are gone. A username that rests for them fails as one that another has.
 * @param most profiles that an owner may have, names of theirs that rest among them; 0 is any number
 */
export async function insertProfile(
  em: Executor,
  profile: NewProfile,
  most: number,
): Promise<ProfileRow | undefined> {
  const values = { ...profile, most };
  const [row] = await insertWhereNothingRests(em, values);
  if (row) {
    return row;
  }
  const [other] = await insertAnyway(em, values);
  return other;
}
