import { type Executor, type Keyset, keyset, type SortKey } from '@namecard/db';
import { sql } from 'kysely';
import { findInOrder } from '../../../find-in-order.sql.ts';
import type { sorts } from '../schemas.ts';
import {
  conditionsOf,
  isIndexed,
  type ProfileFilter,
  wasCreated,
} from './conditions.sql.ts';

type Sort = (typeof sorts)[number];

const byCreation = {
  table: 'profiles',
  by: { createdAt: 'instant', position: 'integer' },
} as const;

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

/** Conditions that the order's index covers. Hidden profiles have their own. */
const within = ({ filter, sort }: SearchRequest) =>
  isByCreation(sort)
    ? [...wasCreated(filter), filter.state === 'hidden' && sql`profiles.hidden`]
    : [];

/** At most `limit` in order. `reached` is set if the search stopped early. */
export const findMatching = (em: Executor, request: SearchRequest) => {
  const { filter, sort, after, limit } = request;
  return findInOrder(em, {
    order: orders[sort],
    within: within(request),
    conditions: conditionsOf(filter),
    // A scan in order of creation covers the days of creation.
    isIndexed:
      isIndexed(filter) || (filter.createdFrom !== undefined && !isByCreation(sort)),
    after,
    limit,
  });
};
