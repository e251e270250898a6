import { type Condition, escapeLike, type OptionalCondition } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import { isUsername, usernameKey } from '../../../text.ts';
import { duplicateIdentitiesOf, usersWithDuplicates } from '../../duplicates.sql.ts';
import type { Filter } from '../schemas.ts';
import { type Term, termsOf } from './terms.ts';

export type ProfileFilter = z.infer<typeof Filter>;

/** The index can't find text without a trigram, such as two ideographs. */
function holds(term: Term): Condition {
  if (term.in === 'username') {
    return sql`profiles.username_key like ${`${escapeLike(usernameKey(term.prefix))}%`}`;
  }
  const matches = sql`profile_text(
    profiles.username, profiles.about, profiles.socials, profiles.referral, profiles.owner_email
  ) ~ fold_case(${term.pattern})`;
  return term.isExcluded ? sql`not ${matches}` : matches;
}

/** An impossible name refers to nobody. */
const isReferredBy = (username: string): Condition =>
  isUsername(username)
    ? sql`profiles.referrer_id = (select id from profiles where username_key = ${usernameKey(username)})`
    : sql`false`;

const isLocated = (located: boolean): Condition =>
  located ? sql`profiles.latitude is not null` : sql`profiles.latitude is null`;

/** The common table of `conditionsOf`. A statement begins with it. */
export const ownersWithDuplicates = sql`owners_with_duplicates (id) as materialized ${usersWithDuplicates}`;

/** For one profile's owner, or for all owners at once. */
const hasDuplicates = (wanted: boolean, oneByOne: boolean): Condition => {
  const found = oneByOne
    ? sql`exists (
        select from users where users.id = profiles.owner_id and cardinality(${duplicateIdentitiesOf}) > 0
      )`
    : sql`profiles.owner_id in (select id from owners_with_duplicates)`;
  return wanted ? found : sql`not ${found}`;
};

export const wasCreated = ({
  createdFrom,
  createdBefore,
}: ProfileFilter): OptionalCondition[] => [
  createdFrom && sql`profiles.created_at >= ${createdFrom}::timestamptz`,
  createdBefore && sql`profiles.created_at < ${createdBefore}::timestamptz`,
];

/**
 * Conditions of the filter on `profiles`. Without `oneByOne`, for few rows, the
 * statement needs `ownersWithDuplicates`.
 */
export function conditionsOf(
  filter: ProfileFilter,
  { oneByOne = false } = {},
): OptionalCondition[] {
  const { state, located, referredBy, duplicateIdentities } = filter;
  return [
    ...termsOf(filter.text ?? '').map(holds),
    state === 'hidden' && sql`profiles.hidden`,
    state === 'active' && sql`not profiles.hidden`,
    located !== undefined && isLocated(located),
    ...wasCreated(filter),
    referredBy && isReferredBy(referredBy),
    duplicateIdentities !== undefined && hasDuplicates(duplicateIdentities, oneByOne),
  ];
}

/** The index of trigrams needs three letters or digits in a row. */
const hasTrigram = (term: Term): boolean =>
  term.in === 'username' ||
  (!term.isExcluded &&
    /[\p{L}\p{N}]{3}/u.test(term.pattern.replaceAll(/\[[^\]]*\]/g, 'a')));

/** Whether an index finds the matching profiles. */
export const isIndexed = ({
  text,
  state,
  located,
  referredBy,
  duplicateIdentities,
}: ProfileFilter) =>
  termsOf(text ?? '').some(hasTrigram) ||
  state === 'hidden' ||
  located === true ||
  referredBy !== undefined ||
  duplicateIdentities === true;
