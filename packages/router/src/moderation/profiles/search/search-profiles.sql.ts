import { type Executor, type Keyset, keyset, type SortKey } from '@namecard/db';
import { sql } from 'kysely';
import { findProfiles } from '../../../profiles/find-profiles.sql.ts';
import type { sorts } from '../schemas.ts';
import {
  conditionsOf,
  isIndexed,
  ownersWithDuplicates,
  type ProfileFilter,
  wasCreated,
} from './conditions.sql.ts';

type Sort = (typeof sorts)[number];

const byCreation = {
  table: 'profiles',
  by: { createdAt: 'instant', position: 'integer' },
} as const;

/** The orders that profiles are listed in. */
export const orders: Record<Sort, Keyset> = {
  newest: keyset({ ...byCreation, name: 'newest', descending: true }),
  oldest: keyset({ ...byCreation, name: 'oldest' }),
  changed: keyset({
    name: 'changed',
    table: 'profiles',
    by: { updatedAt: 'instant', position: 'integer' },
    descending: true,
  }),
  username: keyset({
    name: 'username',
    table: 'profiles',
    by: { usernameKey: 'name', position: 'integer' },
  }),
};

type SearchRequest = {
  filter: ProfileFilter;
  sort: Sort;
  after: SortKey | undefined;
  limit: number;
};

const isByCreation = (sort: Sort) => sort === 'newest' || sort === 'oldest';

/** What an index of the order settles: the days of creation, and that of hidden profiles, which have one of their own. */
const within = ({ filter, sort }: SearchRequest) =>
  isByCreation(sort)
    ? [...wasCreated(filter), filter.state === 'hidden' && sql`profiles.hidden`]
    : [];

/** The ids and sort keys of the profiles that match, in order, `limit` at most; `reached` where the search stopped before. */
export const findMatching = (em: Executor, request: SearchRequest) => {
  const { filter, sort, after, limit } = request;
  return findProfiles(em, {
    order: orders[sort],
    within: within(request),
    conditions: (oneByOne) => conditionsOf(filter, { oneByOne }),
    // A scan in the order of creation is within its days as it is.
    isIndexed:
      isIndexed(filter) || (filter.createdFrom !== undefined && !isByCreation(sort)),
    tables: ownersWithDuplicates,
    after,
    limit,
  });
};
