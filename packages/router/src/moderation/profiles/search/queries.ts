import { plannedEachTime, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { EntityManager } from '../../../context.ts';
import {
  type Condition,
  every,
  literally,
  microsOf,
  readCursor,
  stampOf,
  writeCursor,
} from '../../../queries.ts';
import { isUsername, usernameKey } from '../../../text.ts';
import { duplicateIdentitiesOf, usersWithDuplicates } from '../../queries.ts';
import type { Filter, sorts } from '../schemas.ts';

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
export function conditionsOf(filter: ProfileFilter, { oneByOne = false } = {}): Condition[] {
  const { state, located, referredBy, duplicateIdentities } = filter;
  const text = filter.text?.trim();
  return [
    ...(text ? [holds(text)] : []),
    ...(state ? [state === 'hidden' ? sql`profiles.hidden` : sql`not profiles.hidden`] : []),
    ...(located === undefined ? [] : [isLocated(located)]),
    ...wasCreated(filter),
    ...(referredBy ? [isReferredBy(referredBy)] : []),
    ...(duplicateIdentities === undefined ? [] : [hasDuplicates(duplicateIdentities, oneByOne)]),
  ];
}

type Sort = (typeof sorts)[number];

/** What a row is ordered by, as text; the second decides between rows that agree in the first. */
export type Cursor = { first: string; second: string };

/** How a column's values are written into a cursor, what they look like there, and how they are read from it. */
type Kind = {
  write(column: RawBuilder<unknown>): RawBuilder<unknown>;
  shape: string;
  read(value: string): RawBuilder<unknown>;
};

const name: Kind = {
  write: (column) => column,
  shape: '([a-z0-9_.-]{1,64})',
  read: (value) => sql`${value}::text`,
};

const stamp: Kind = { write: microsOf, shape: String.raw`(-?\d{1,17})`, read: stampOf };

type Order = { first: RawBuilder<unknown>; kind: Kind; descending: boolean };

/** The orders that profiles are listed in. No two rows agree: `position` is each one's own. */
const orders: Record<Sort, Order> = {
  newest: { first: sql`profiles.created_at`, kind: stamp, descending: true },
  oldest: { first: sql`profiles.created_at`, kind: stamp, descending: false },
  changed: { first: sql`profiles.updated_at`, kind: stamp, descending: true },
  username: { first: sql`profiles.username_key`, kind: name, descending: false },
};

/** The `order by` of a sort, over `profiles`. */
function orderBy(sort: Sort): RawBuilder<unknown> {
  const { first, descending } = orders[sort];
  const direction = descending ? sql`desc` : sql`asc`;
  return sql`${first} ${direction}, profiles.position ${direction}`;
}

/** The columns that a row's cursor is made of. */
function cursorColumns(sort: Sort): RawBuilder<unknown> {
  const { first, kind } = orders[sort];
  return sql`${kind.write(first)} as first, profiles.position::text as second`;
}

/** The rows that come after a cursor; all of them without one. The first comparison is what an index is entered by. */
function isAfter(sort: Sort, after: Cursor | undefined): Condition[] {
  if (!after) {
    return [];
  }
  const { first, kind, descending } = orders[sort];
  const [reaches, passes] = descending ? [sql`<=`, sql`<`] : [sql`>=`, sql`>`];
  const [value, position] = [kind.read(after.first), sql`${after.second}::bigint`];
  return [
    sql`${first} ${reaches} ${value}`,
    sql`(${first}, profiles.position) ${passes} (${value}, ${position})`,
  ];
}

/** A page's end, for clients to send back as it is. */
export const writeSortCursor = (sort: Sort, { first, second }: Cursor): string =>
  writeCursor(sort, first, second);

/** Reads a page's end. Gives `INPUT_INVALID` for one that is none, or is of another sort. */
export function readSortCursor(sort: Sort, cursor: string | undefined): Cursor | undefined {
  const { shape } = orders[sort].kind;
  const [first, second] = readCursor(
    new RegExp(String.raw`^${sort} ${shape} (-?\d{1,17})$`),
    cursor,
  );
  return first === undefined || second === undefined ? undefined : { first, second };
}

/** Rows of a chunk: so many are looked through in the order that is asked for, before all that match are gathered. */
const scanned = 5_000;

type SearchRequest = {
  filter: ProfileFilter;
  sort: Sort;
  after: Cursor | undefined;
  limit: number;
};

type Found = Cursor & { id: string };

/** Where a scan begins: after the page before, and where rows are ordered by their creation not before the first that is asked for. */
const entry = ({ filter, sort, after }: SearchRequest) =>
  every([
    ...isAfter(sort, after),
    ...(sort === 'newest' || sort === 'oldest' ? wasCreated(filter) : []),
  ]);

/** The matching ones among the next rows of the order: what is common is found here, wherever the list is entered. */
const scan = (request: SearchRequest): RawBuilder<Found> => {
  const { filter, sort, limit } = request;
  return sql`
  ${plannedEachTime}
  select id, ${cursorColumns(sort)} from (
    select * from profiles where ${entry(request)}
    order by ${orderBy(sort)} limit ${scanned}
  ) profiles
  where ${every(conditionsOf(filter, { oneByOne: true }))} order by ${orderBy(sort)} limit ${limit}
`;
};

/** All that match, put in order: what is rare is found by its own index. Materialized, or it would be looked for along the order's. */
const gather = ({ filter, sort, after, limit }: SearchRequest): RawBuilder<Found> => sql`
  ${plannedEachTime}
  with ${ownersWithDuplicates}, matching as materialized (
    select id, position, created_at, updated_at, username_key from profiles
    where ${every([...conditionsOf(filter), ...isAfter(sort, after)])}
  )
  select id, ${cursorColumns(sort)} from matching profiles order by ${orderBy(sort)} limit ${limit}
`;

/** The ids and cursors of the profiles that match, in order, `limit` at most. */
export async function findProfiles(em: EntityManager, request: SearchRequest): Promise<Found[]> {
  // Few owners have duplicates, and looking at them one by one takes its time.
  const near = request.filter.duplicateIdentities
    ? []
    : (await scan(request).execute(statements(em))).rows;
  if (near.length === request.limit) {
    return near;
  }
  const all = await gather(request).execute(statements(em));
  return all.rows;
}

/** What is counted one by one; beyond it there are "more". */
export const mostCounted = 10_000;

type Counts = { active: number; hidden: number };

/** Materialized, its plan does not count on an early end, which comes all the same where there are many. */
const counted = (filter: ProfileFilter, state: 'active' | 'hidden'): RawBuilder<Counts> => sql`
  with matching as materialized (
    select from profiles where ${every(conditionsOf({ ...filter, state }))}
  )
  select count(*)::int as count from (select from matching limit ${mostCounted + 1}) counted
`;

/** How many profiles match in each state, whatever state was asked for: to one more than `mostCounted`. */
export async function countFound(em: EntityManager, filter: ProfileFilter): Promise<Counts> {
  const { rows } = await sql<Counts>`
    ${plannedEachTime}
    with ${ownersWithDuplicates}
    select (${counted(filter, 'active')}) as active, (${counted(filter, 'hidden')}) as hidden
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0 };
}

/** How many profiles there are in each state, from the counts that are kept: exact, and the same work at any number. */
export async function countAll(em: EntityManager): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select coalesce(sum(total - hidden), 0)::float8 as active, coalesce(sum(hidden), 0)::float8 as hidden
    from profile_stretches
  `.execute(statements(em));
  return rows[0] ?? { active: 0, hidden: 0 };
}
