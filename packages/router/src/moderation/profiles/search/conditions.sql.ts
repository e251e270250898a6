import { type Condition, escapeLike, type OptionalCondition } from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  holdsTerm,
  isTermIndexed,
  wholeText,
} from '../../../profiles/text-condition.sql.ts';
import { isUsername, usernameKey } from '../../../usernames.ts';
import { duplicateIdentitiesOf } from '../../duplicates.sql.ts';
import type { Filter } from '../schemas.ts';
import { type Term, termsOf } from './terms.ts';

export type ProfileFilter = z.infer<typeof Filter> & {
  /** Whether words find no part of an owner's address. */
  hidesAddresses?: boolean;
};

const isOf = ({ id, isExcluded }: { id: string; isExcluded: boolean }): Condition =>
  isExcluded ? sql`profiles.owner_id <> ${id}` : sql`profiles.owner_id = ${id}`;

function holds(term: Term): Condition {
  switch (term.in) {
    case 'username':
      return sql`profiles.username_key like ${`${escapeLike(usernameKey(term.prefix))}%`}`;
    case 'owner':
      return isOf(term);
    case 'text':
      return holdsTerm(wholeText, term);
  }
}

/** An impossible name refers to nobody. */
const isReferredBy = (username: string): Condition =>
  isUsername(username)
    ? sql`profiles.referrer_id = (select id from profiles where username_key = ${usernameKey(username)})`
    : sql`false`;

const isLocated = (located: boolean): Condition =>
  located ? sql`profiles.latitude is not null` : sql`profiles.latitude is null`;

const hasDuplicates = (wanted: boolean): Condition => sql`exists (
  select from users where users.id = profiles.owner_id and cardinality(${duplicateIdentitiesOf}) > 0
) = ${wanted}::boolean`;

export const wasCreated = ({
  createdFrom,
  createdBefore,
}: ProfileFilter): OptionalCondition[] => [
  createdFrom && sql`profiles.created_at >= ${createdFrom}::timestamptz`,
  createdBefore && sql`profiles.created_at < ${createdBefore}::timestamptz`,
];

export function conditionsOf(filter: ProfileFilter): OptionalCondition[] {
  const { state, located, referredBy, duplicateIdentities } = filter;
  return [
    // They are on the desk, and counted nowhere.
    sql`not profiles.held`,
    ...termsOf(filter.text ?? '', filter.hidesAddresses).map(holds),
    state === 'hidden' && sql`profiles.hidden`,
    state === 'active' && sql`not profiles.hidden`,
    located !== undefined && isLocated(located),
    ...wasCreated(filter),
    referredBy && isReferredBy(referredBy),
    duplicateIdentities !== undefined && hasDuplicates(duplicateIdentities),
  ];
}

const isFoundByIndex = (term: Term): boolean =>
  term.in === 'text' ? isTermIndexed(term) : term.in === 'username' || !term.isExcluded;

/** Whether an index finds the matching profiles. */
export const isIndexed = ({
  text,
  state,
  located,
  referredBy,
  hidesAddresses,
}: ProfileFilter) =>
  termsOf(text ?? '', hidesAddresses).some(isFoundByIndex) ||
  state === 'hidden' ||
  located === true ||
  Boolean(referredBy);
