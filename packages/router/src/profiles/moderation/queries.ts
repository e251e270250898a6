import { plannedEachTime, statements } from '@namecard/db';
import { sql, type RawBuilder } from 'kysely';
import { isSuspended } from '../../auth/sessions.ts';
import { every } from '../../conditions.ts';
import type { EntityManager } from '../../context.ts';
import { doublesOf, type IdentityName } from '../../users/doubles.ts';
import { profileColumns, type ProfileRow } from '../view.ts';
import { conditionsOf, doubledOwners, wasCreated, type ProfileFilter } from './filter.ts';
import { isAfter, orderBy, placeColumns, type Place, type Sort } from './order.ts';

/** Rows that are looked through in the order that is asked for, before all that match are gathered. */
const walked = 5_000;

export type SearchRequest = {
  filter: ProfileFilter;
  sort: Sort;
  after: Place | undefined;
  limit: number;
};

export type Found = Place & { id: string };

/** Where a walk begins: after the page before, and where rows are ordered by their creation not before the first that is asked for. */
const entry = ({ filter, sort, after }: SearchRequest) =>
  every([
    ...isAfter(sort, after),
    ...(sort === 'newest' || sort === 'oldest' ? wasCreated(filter) : []),
  ]);

/** The matching ones among the next rows of the order: what is common is found here, wherever the list is entered. */
const walk = (request: SearchRequest): RawBuilder<Found> => {
  const { filter, sort, limit } = request;
  return sql`
  ${plannedEachTime}
  select id, ${placeColumns(sort)} from (
    select * from profiles where ${entry(request)}
    order by ${orderBy(sort)} limit ${walked}
  ) profiles
  where ${every(conditionsOf(filter, { oneByOne: true }))} order by ${orderBy(sort)} limit ${limit}
`;
};

/** All that match, put in order: what is rare is found by its own index. Materialized, or it would be looked for along the order's. */
const gather = ({ filter, sort, after, limit }: SearchRequest): RawBuilder<Found> => sql`
  ${plannedEachTime}
  with ${doubledOwners}, matching as materialized (
    select id, position, created_at, updated_at, username_key from profiles
    where ${every([...conditionsOf(filter), ...isAfter(sort, after)])}
  )
  select id, ${placeColumns(sort)} from matching profiles order by ${orderBy(sort)} limit ${limit}
`;

/** The places of the profiles that match, in order, `limit` at most. */
export async function findPlaces(em: EntityManager, request: SearchRequest): Promise<Found[]> {
  // Few are doubled, and looking at them one by one takes its time.
  const near = request.filter.doubled ? [] : (await walk(request).execute(statements(em))).rows;
  if (near.length === request.limit) {
    return near;
  }
  const all = await gather(request).execute(statements(em));
  return all.rows;
}

export type ModeratedRow = ProfileRow & {
  id: string;
  referral: string;
  created_at: string;
  updated_at: string;
  revision: string;
  referrer: string | null;
  owner_id: string;
  email: string;
  owner_username: string | null;
  is_suspended: boolean;
  doubled: IdentityName[];
};

const shown = sql.join(profileColumns.map((column) => sql.ref(`profiles.${column}`)));

/** The profiles of these ids that exist, in the order of the ids, with their owners. `revision` changes with any change of the row. */
export async function loadModerated(
  em: EntityManager,
  ids: readonly string[],
): Promise<ModeratedRow[]> {
  const { rows } = await sql<ModeratedRow>`
    select ${shown}, profiles.id, profiles.referral, profiles.created_at, profiles.updated_at,
      profiles.xmin::text as revision, referrers.username as referrer,
      users.id as owner_id, users.email, users.username as owner_username,
      ${isSuspended} as is_suspended, ${doublesOf} as doubled
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join profiles on profiles.id = asked.id
    join users on users.id = profiles.owner_id
    left join profiles referrers on referrers.id = profiles.referrer_id
    order by asked.place
  `.execute(statements(em));
  return rows;
}

/** The newest profiles of an owner's, hidden ones among them, a hundred at most; without one of them where it is named. */
export const listOfOwner = (em: EntityManager, ownerId: string, except?: string) =>
  statements(em)
    .selectFrom('profiles')
    .select(['username', 'hidden', 'created_at'])
    .where('owner_id', '=', ownerId)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .orderBy('position', 'desc')
    .limit(100)
    .execute();

/** How many other profiles the owner has, and how many the profile referred. */
export async function countRelatives(em: EntityManager, ownerId: string, id: string) {
  const { rows } = await sql<{ siblings: number; referred: number }>`
    select (select count(*)::int from profiles where owner_id = ${ownerId} and id <> ${id}) as siblings,
      (select count(*)::int from profiles where referrer_id = ${id}) as referred
  `.execute(statements(em));
  return rows[0] ?? { siblings: 0, referred: 0 };
}

/** The id of the profile of that name, in lower case. */
export async function findId(em: EntityManager, key: string): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('profiles')
    .select('id')
    .where('username_key', '=', key)
    .executeTakeFirst();
  return row?.id;
}
