import { sql } from 'kysely';
import type { z } from 'zod';
import { literally, type Condition } from '../../conditions.ts';
import { isUsername, usernameKey } from '../../text.ts';
import { doubledUsers, doublesOf } from '../../users/doubles.ts';
import type { Filter } from './schemas.ts';

export type ProfileFilter = z.infer<typeof Filter>;

/** One or two characters that a username can begin with: too few for a trigram, so no index finds them anywhere. */
const beginsUsername = /^[A-Za-z0-9_-][A-Za-z0-9_.-]?$/;

/**
 * A part of the username, about text, links, referral or owner's address, in any case. One or two letters, digits or marks are
 * looked for at the beginning of the username alone. What has no trigram all the same, such as two ideographs, is looked for
 * by reading every profile.
 */
function holds(text: string): Condition {
  if (beginsUsername.test(text)) {
    return sql`profiles.username_key like ${`${literally(usernameKey(text))}%`}`;
  }
  return sql`profile_text(profiles.username, profiles.about, profiles.socials, profiles.referral, profiles.owner_email)
    like '%' || lower(${literally(text)}) || '%'`;
}

/** A name that can't exist refers nobody. */
const isReferredBy = (username: string): Condition =>
  isUsername(username)
    ? sql`profiles.referrer_id = (select id from profiles where username_key = ${usernameKey(username)})`
    : sql`false`;

const isLocated = (located: boolean): Condition =>
  located ? sql`profiles.latitude is not null` : sql`profiles.latitude is null`;

/** Whom `conditionsOf` looks the owners up in: to be defined before the statement's other common tables. */
export const doubledOwners = sql`doubled_owners (id) as materialized ${doubledUsers}`;

/** Of one profile's owner, or of all at once. */
const isDoubled = (doubled: boolean, oneByOne: boolean): Condition => {
  const found = oneByOne
    ? sql`exists (
        select from users where users.id = profiles.owner_id and cardinality(${doublesOf}) > 0
      )`
    : sql`profiles.owner_id in (select id from doubled_owners)`;
  return doubled ? found : sql`not ${found}`;
};

/** When a row of `profiles` has to have been created; nothing where that is not asked for. */
export const wasCreated = ({ createdFrom, createdBefore }: ProfileFilter): Condition[] => [
  ...(createdFrom ? [sql`profiles.created_at >= ${createdFrom}::timestamptz`] : []),
  ...(createdBefore ? [sql`profiles.created_at < ${createdBefore}::timestamptz`] : []),
];

/**
 * What a row of `profiles` has to fulfil; nothing where all are asked for. Few rows are looked at `oneByOne`; otherwise the
 * statement has to define `doubledOwners`.
 */
export function conditionsOf(filter: ProfileFilter, { oneByOne = false } = {}): Condition[] {
  const { state, located, referredBy, doubled } = filter;
  const text = filter.text?.trim();
  return [
    ...(text ? [holds(text)] : []),
    ...(state ? [state === 'hidden' ? sql`profiles.hidden` : sql`not profiles.hidden`] : []),
    ...(located === undefined ? [] : [isLocated(located)]),
    ...wasCreated(filter),
    ...(referredBy ? [isReferredBy(referredBy)] : []),
    ...(doubled === undefined ? [] : [isDoubled(doubled, oneByOne)]),
  ];
}
