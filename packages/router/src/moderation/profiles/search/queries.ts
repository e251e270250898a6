import {
  type Condition,
  countedGroups,
  escapeLike,
  every,
  type Executor,
  type Keyset,
  keyset,
  type SortKey,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { isUsername, usernameKey } from '../../../text.ts';
import { duplicateIdentitiesOf, usersWithDuplicates } from '../../queries.ts';
import type { Filter, sorts } from '../schemas.ts';
import { type Term, termsOf } from './terms.ts';

export type ProfileFilter = z.infer<typeof Filter>;

/** No index leads to what has no trigram, such as two ideographs. */
function holds(term: Term): Condition {
  if (term.in === 'username') {
    return sql`profiles.username_key like ${`${escapeLike(usernameKey(term.prefix))}%`}`;
  }
  const matches = sql`profile_text(
    profiles.username, profiles.about, profiles.socials, profiles.referral, profiles.owner_email
  ) ~ lower(${term.pattern})`;
  return term.isExcluded ? sql`not ${matches}` : matches;
}

/** A name that can't exist refers nobody. */
const isReferredBy = (username: string): Condition =>
  isUsername(username)
    ? sql`profiles.referrer_id = (select id from profiles where username_key = ${usernameKey(username)})`
    : sql`false`;

const isLocated = (located: boolean): Condition =>
  located ? sql`profiles.latitude is not null` : sql`profiles.latitude is null`;

/** The common table in which `conditionsOf` looks owners up: it stands before the statement's others. */
const ownersWithDuplicates = sql`owners_with_duplicates (id) as materialized ${usersWithDuplicates}`;

/** Looked up for one profile's owner, or for all owners at once. */
const hasDuplicates = (wanted: boolean, oneByOne: boolean): Condition => {
  const found = oneByOne
    ? sql`exists (
        select from users where users.id = profiles.owner_id and cardinality(${duplicateIdentitiesOf}) > 0
      )`
    : sql`profiles.owner_id in (select id from owners_with_duplicates)`;
  return wanted ? found : sql`not ${found}`;
};

/** When a row of `profiles` has to have been created; nothing where that is not asked for. */
const wasCreated = ({ createdFrom, createdBefore }: ProfileFilter): Condition[] => [
  ...(createdFrom ? [sql`profiles.created_at >= ${createdFrom}::timestamptz`] : []),
  ...(createdBefore ? [sql`profiles.created_at < ${createdBefore}::timestamptz`] : []),
];

/**
 * What a row of `profiles` has to fulfil; nothing where all are asked for. Few rows are looked at `oneByOne`; otherwise the
 * statement has to define `ownersWithDuplicates`.
 */
export function conditionsOf(
  filter: ProfileFilter,
  { oneByOne = false } = {},
): Condition[] {
  const { state, located, referredBy, duplicateIdentities } = filter;
  return [
    ...termsOf(filter.text ?? '').map(holds),
    ...(state
      ? [state === 'hidden' ? sql`profiles.hidden` : sql`not profiles.hidden`]
      : []),
    ...(located === undefined ? [] : [isLocated(located)]),
    ...wasCreated(filter),
    ...(referredBy ? [isReferredBy(referredBy)] : []),
    ...(duplicateIdentities === undefined
      ? []
      : [hasDuplicates(duplicateIdentities, oneByOne)]),
  ];
}

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
const entry = ({ filter, sort, after }: SearchRequest) =>
  every([
    ...orders[sort].isAfter(after),
    ...(isByCreation(sort)
      ? [
          ...wasCreated(filter),
          ...(filter.state === 'hidden' ? [sql`profiles.hidden`] : []),
        ]
      : []),
  ]);

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

/** Whether the index of trigrams leads to what holds a term: it knows three letters or digits in a row. */
const hasTrigram = (term: Term): boolean =>
  term.in === 'username' ||
  (!term.isExcluded &&
    /[\p{L}\p{N}]{3}/u.test(term.pattern.replaceAll(/\[[^\]]*\]/g, 'a')));

/** Whether an index leads to the profiles that match. */
const isIndexed = ({
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

/** What is counted one by one; beyond it there are "more". */
export const mostCounted = 10_000;

type Counts = { active: number; hidden: number };

/** Materialized, its plan does not count on an early end, which comes all the same where there are many. */
const counted = (
  among: RawBuilder<unknown>,
  conditions: Condition[],
): RawBuilder<Counts> => sql`
  with matching as materialized (select from ${among} profiles where ${every(conditions)})
  select count(*)::int as count from (select from matching limit ${mostCounted + 1}) counted
`;

/** Rows that are looked through for that, at most, where no index leads to those that match. */
const mostScanned = 2 * mostCounted;

const newest = (filter: ProfileFilter) => sql`
  newest as materialized (
    select * from profiles where ${every(wasCreated(filter))}
    order by created_at desc, position desc limit ${mostScanned}
  )
`;

/**
 * How many profiles match in each state: to one more than `mostCounted`. Where no index helps, the
 * newest alone are looked through, and `isWhole` says whether that is all.
 */
export async function countFound(em: Executor, filter: Omit<ProfileFilter, 'state'>) {
  const oneByOne = !isIndexed(filter);
  const [tables, among] = oneByOne
    ? [newest(filter), sql`newest`]
    : [ownersWithDuplicates, sql`profiles`];
  const count = (state: 'active' | 'hidden') =>
    counted(among, conditionsOf({ ...filter, state }, { oneByOne }));
  const { rows } = await sql<Counts & { isWhole: boolean }>`
    with ${tables}
    select (${count('active')}) as active, (${count('hidden')}) as hidden,
      ${oneByOne ? sql`(select count(*) < ${mostScanned} from newest)` : sql`true`} as "isWhole"
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0, isWhole: true };
}

/** How many profiles there are in each state, from the counts that are kept: exact, and the same work at any number. */
export async function countAll(em: Executor): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(total - hidden), 0)::float8 as active, coalesce(sum(hidden), 0)::float8 as hidden
    from ${countedGroups} counted
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0 };
}
