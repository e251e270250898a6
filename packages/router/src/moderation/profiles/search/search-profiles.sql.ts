import {
  type Condition,
  every,
  type Executor,
  type Keyset,
  keyset,
  type SortKey,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
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

/** Rows of a chunk: so many are looked through in the order that is asked for, before all that match are gathered. */
const scanned = 5_000;

type SearchRequest = {
  filter: ProfileFilter;
  sort: Sort;
  after: SortKey | undefined;
  limit: number;
};

type Found = { id: string; sortKey: SortKey };

const isByCreation = (sort: Sort) => sort === 'newest' || sort === 'oldest';

/** Where a scan begins, and what an index of its order settles: hidden profiles have one of their own. */
function entry({ filter, sort, after }: SearchRequest): Condition {
  const isAfter = orders[sort].isAfter(after);
  if (!isByCreation(sort)) {
    return every(isAfter);
  }
  const isHidden = filter.state === 'hidden' && sql`profiles.hidden`;
  return every([...isAfter, ...wasCreated(filter), isHidden]);
}

/** The matching ones among the next rows of the order: what is common is found here, wherever the list is entered. */
const scan = (request: SearchRequest): RawBuilder<Found> => {
  const { order, sortKey } = orders[request.sort];
  return sql`
    select id, ${sortKey} from (
      select * from profiles where ${entry(request)} order by ${order} limit ${scanned}
    ) profiles
    where ${every(conditionsOf(request.filter, { oneByOne: true }))} order by ${order} limit ${request.limit}
  `;
};

/** The last row that a scan looks at; none where it looks at all. */
const lastOf = (request: SearchRequest): RawBuilder<{ sortKey: SortKey }> => {
  const { order, sortKey } = orders[request.sort];
  return sql`
    select ${sortKey} from profiles where ${entry(request)} order by ${order} limit 1 offset ${scanned - 1}
  `;
};

/** All that match, put in order: what is rare is found by its own index. Materialized, or it would be looked for along the order's. */
const gather = ({ filter, sort, after, limit }: SearchRequest): RawBuilder<Found> => {
  const { order, sortKey, isAfter } = orders[sort];
  return sql`
    with ${ownersWithDuplicates}, matching as materialized (
      select id, position, created_at, updated_at, username_key from profiles
      where ${every([...conditionsOf(filter), ...isAfter(after)])}
    )
    select id, ${sortKey} from matching profiles order by ${order} limit ${limit}
  `;
};

/** A scan in the order of creation is within its days as it is. */
const canGather = ({ filter, sort }: SearchRequest) =>
  isIndexed(filter) || (filter.createdFrom !== undefined && !isByCreation(sort));

/** Chunks that one search looks through where no index leads to what it asks for. */
const mostChunks = 2;

/**
 * The ids and sort keys of the profiles that match, in order, `limit` at most. Where no index helps, the next 10,000 are looked
 * through: there are fewer then, and `reached` is how far that came.
 */
export async function findProfiles(
  em: Executor,
  request: SearchRequest,
): Promise<{ found: Found[]; reached: SortKey | undefined }> {
  const found: Found[] = [];
  let { after } = request;
  for (let chunk = 1; chunk <= mostChunks; chunk += 1) {
    const next = { ...request, after, limit: request.limit - found.length };
    found.push(...(await scan(next).execute(statements(em))).rows);
    if (found.length === request.limit) {
      return { found, reached: undefined };
    }
    const [last] = (await lastOf(next).execute(statements(em))).rows;
    if (!last) {
      return { found, reached: undefined };
    }
    if (canGather(request)) {
      const { rows } = await gather(request).execute(statements(em));
      return { found: rows, reached: undefined };
    }
    after = last.sortKey;
  }
  return { found, reached: after };
}
