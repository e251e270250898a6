import {
  batchedWrite,
  columnsOf,
  type Executor,
  lockIfFree,
  statements,
} from '@namecard/db';
import { sql } from 'kysely';
import { countingWrites, mostChosen } from '../access/limits.sql.ts';
import { openNew } from '../items/open-items.sql.ts';
import { profileColumns, type ProfileRow } from './profiles.sql.ts';

type NewProfile = {
  id: string;
  ownerId: string;
  username: string;
  key: string;
  /** The keyed hash of `key`. Resting usernames are stored by it. */
  hash: string;
  referral: string;
  /** The username in lower case, if the referral can be one; else empty. */
  referrerKey: string;
};

/** Made in the last 24 hours, by a call whose answer may have been lost. */
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

/**
 * `item` is the id of the moderation item. `isReviewed`: each new profile opens one.
 * `isHeld`: a newcomer's profile waits for its own, which the database opens when the
 * profile first shows something. `isPublic`: anybody may read it, until its owner decides
 * otherwise.
 */
type Limited = NewProfile & {
  most: number;
  item: string;
  isReviewed: boolean;
  isHeld: boolean;
  isPublic: boolean;
  counter: string;
  mostWrites: number;
};

const created = columnsOf('profiles', [...profileColumns, 'ownerId', 'held']);

type Created = ProfileRow & { ownerId: string; held: boolean };

/**
 * No card of the owner is shown, or one is hidden for a reason, or was when it went.
 * Moderators are none: the row tells the role, which a session of a page does not carry.
 */
const isNewcomer = sql`owner.role = 'user' and (
  not exists (select from profiles p where p.owner_id = owner."ownerId" and not p.hidden)
  or exists (select from profiles p where p.owner_id = owner."ownerId" and p.hidden and not p.held)
  or exists (select from removed_cards where owner_id = owner."ownerId" and hidden)
)`;

/**
 * A batch leaves out taken usernames: one failure fails all of it. It also leaves
 * out profiles with a referrer, whose row may be locked. It inserts in order of
 * usernames, so two batches can't deadlock.
 */
const create = batchedWrite<Limited, Created>({
  columns: `
    id uuid, "ownerId" uuid, username text, key text, hash text, referral text, "referrerKey" text, most int,
    item uuid, "isReviewed" boolean, "isHeld" boolean, "isPublic" boolean, counter text, "mostWrites" int
  `,
  lockIfFree: sql`
    ${lockIfFree('users', 'id', 'ownerId')} and given."referrerKey" = ''
    and not exists (select from profiles where username_key = given.key)
  `,
  parts: [
    sql`target as materialized (
      select chosen.* from users join chosen on users.id = chosen."ownerId" for no key update of users
    )`,
    sql`counted as (${countingWrites(sql`select counter as key from target`, mostChosen)})`,
    // Raising the owner's count locks their row and enforces the limit.
    sql`owner as (
      update users set profile_count = profile_count + 1
      from target join counted on counted.key = target.counter
      where users.id = target."ownerId" and (
        target.most = 0
        or target.most > users.profile_count + count_resting_profiles(users.id, target.hash)
      )
      returning target.*, users.email_key, users.role
    )`,
    sql`created as (
      insert into profiles (id, owner_id, owner_email, username, username_key, referral, hidden, held, is_public, referrer_id)
      select id, "ownerId", email_key, username, owner.key, referral,
        "isHeld" and ${isNewcomer}, "isHeld" and ${isNewcomer}, "isPublic",
        -- Locked, so that nobody deletes the referrer first.
        case when "referrerKey" <> '' then (select p.id from profiles p where p.username_key = "referrerKey" for key share) end
      from owner order by owner.key
      returning ${created}
    )`,
    openNew(sql`
      select chosen.item, chosen.id, chosen."ownerId" from created join chosen using ("ownerId")
      -- Reads the owner from the inserted row, so that it runs after what the insertion waited for.
      where not created.held and (chosen."isReviewed" or has_removed(created."ownerId", chosen.hash))
    `),
  ],
  // Claims after the insertion, which waits for a call that gives the username up.
  statement: sql`
    select created.*, claim_username('profiles', chosen.hash, chosen."ownerId") as claimed
    from created join chosen using ("ownerId")
  `,
  keyOf: ({ ownerId }) => ownerId,
  keyOfRow: ({ ownerId }) => ownerId,
  lineOf: ({ key }) => key,
});

/**
 * Returns nothing if the owner has `most` (0: no limit), has no write left or is gone. Resting
 * usernames count. A username that rests for others fails as a taken one.
 */
export const insertProfile = async (
  em: Executor,
  profile: NewProfile,
  rest: Omit<Limited, keyof NewProfile>,
): Promise<ProfileRow | undefined> => create.together(em, { ...profile, ...rest });

export async function hasUser(em: Executor, id: string): Promise<boolean> {
  const row = await statements(em)
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
