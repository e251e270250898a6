/**
 * The open items of the moderators' desk, and their leases.
 *
 * Problem: two moderators must not work on the same item. A moderator who leaves
 * must not keep items.
 *
 * Plan: a moderator leases up to 20 items for ten minutes, or urgent ones for two.
 * A lease can be renewed three times. Other people skip leased and locked items.
 * A decision locks its item and checks the lease (`close-item.ts`).
 *
 * Price: items of a closed tab wait until their lease ends.
 */
import {
  every,
  type Executor,
  type ItemKind,
  keyset,
  type ReportReason,
  type RowOf,
  type SortKey,
  statements,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isInLane } from './visible.sql.ts';
import { type Lane, lanes } from './schemas.ts';

/** Most items leased by one person: enough for ten minutes. */
const mostLeased = 20;

/** Minutes of a lease. Looking at an item starts them again. */
const leaseMinutes = { usual: 10, urgent: 2 } as const;

/** Most renewals, so that nobody keeps an item after leaving. */
const mostRenewals = 3;

/** Oldest first. */
export const itemOrder = keyset({
  name: 'items',
  table: 'items',
  by: { openedAt: 'instant', id: 'uuid' },
});

export type ItemRow = RowOf<
  'items',
  'id' | 'kind' | 'urgent' | 'openedAt' | 'profileId' | 'userId'
> & {
  email: string;
  leasedUntil: string | null;
  leasedBy: string | null;
  leasedByEmail: string | null;
  reports: { reason: ReportReason; count: number }[];
  sortKey: SortKey;
};

/** Whether somebody has leased a row of `items`. */
const isLeased = sql<boolean>`coalesce(items.leased_until > current_instant(), false)`;

const itemColumns = sql`
  items.id, items.kind, items.urgent, items.opened_at as "openedAt", items.profile_id as "profileId",
  items.user_id as "userId", users.email,
  case when ${isLeased} then items.leased_until end as "leasedUntil",
  case when ${isLeased} then items.leased_by end as "leasedBy",
  case when ${isLeased} then (select email from users where id = items.leased_by) end as "leasedByEmail",
  coalesce((
    select json_agg(counted) from (
      select reason, count(*)::int as count from reports where item_id = items.id
      group by reason order by count(*) desc, reason
    ) counted
  ), '[]') as reports,
  ${itemOrder.sortKey}
`;

type Condition = RawBuilder<unknown>;

async function findItems(
  em: Executor,
  conditions: readonly Condition[],
  limit: number,
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select ${itemColumns} from items join users on users.id = items.user_id
    where ${every(conditions)} order by ${itemOrder.order} limit ${limit}
  `.execute(statements(em));
  return rows;
}

type Page = { lane: Lane; after: SortKey | undefined; limit: number };

export const listOpen = (
  em: Executor,
  isVisible: Condition,
  { lane, after, limit }: Page,
): Promise<ItemRow[]> =>
  findItems(em, [isVisible, isInLane(lane), ...itemOrder.isAfter(after)], limit);

export async function findItem(
  em: Executor,
  isVisible: Condition,
  id: string,
): Promise<ItemRow | undefined> {
  const [row] = await findItems(em, [isVisible, sql`items.id = ${id}`], 1);
  return row;
}

/** Leases of one person are given one by one until the transaction ends. */
export const lockLeases = (em: Executor, person: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`leases of ${person}`}, 0))`.execute(
    statements(em),
  );

const leaseEnd = sql`
  current_instant() + make_interval(mins => case when items.urgent
    then ${sql.lit(leaseMinutes.urgent)} else ${sql.lit(leaseMinutes.usual)} end)
`;

/**
 * Releases the person's items in other lanes, then leases free items of this lane,
 * oldest first. An admin may hold more items, by taking them.
 */
export async function leaseNext(
  em: Executor,
  person: string,
  isVisible: Condition,
  lane: Lane,
): Promise<ItemRow[]> {
  const isMine = sql`items.leased_by = ${person} and items.closed_at is null`;
  const database = statements(em);
  await sql`
    update items set leased_by = null, leased_until = null where ${isMine} and not (${isInLane(lane)})
  `.execute(database);
  await sql`
    with free as (
      select id from items where ${every([isVisible, isInLane(lane)])} and not ${isLeased}
      order by ${itemOrder.order}
      limit greatest(0, ${sql.lit(mostLeased)} - (select count(*) from items where ${isMine} and ${isLeased}))
      for update of items skip locked
    )
    update items set leased_by = ${person}, leased_until = ${leaseEnd}, renewals = 0
    from free where items.id = free.id
  `.execute(database);
  const isHeld = sql`items.leased_by = ${person} and ${isLeased}`;
  return findItems(em, [isVisible, isInLane(lane), isHeld], mostLeased);
}

/** Returns the end of the lease, even if it can't be renewed any more. */
export async function renewLease(
  em: Executor,
  person: string,
  id: string,
): Promise<string | undefined> {
  const isRenewed = sql`items.renewals < ${sql.lit(mostRenewals)}`;
  const { rows } = await sql<{ leasedUntil: string }>`
    update items set leased_until = case when ${isRenewed} then ${leaseEnd} else leased_until end,
      renewals = case when ${isRenewed} then renewals + 1 else renewals end
    where id = ${id} and leased_by = ${person} and closed_at is null and ${isLeased}
    returning leased_until as "leasedUntil"
  `.execute(statements(em));
  return rows[0]?.leasedUntil;
}

/** Leases an item to a person, even if somebody else has it. */
export async function takeLease(
  em: Executor,
  person: string,
  isVisible: Condition,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ leasedUntil: string }>`
    update items set leased_by = ${person}, leased_until = ${leaseEnd}, renewals = 0
    where id = ${id} and ${isVisible} returning leased_until as "leasedUntil"
  `.execute(statements(em));
  return rows[0]?.leasedUntil;
}

export type OpenItem = { id: string; kind: ItemKind; isVisible: boolean };

/** `isVisible`: the person may decide about this item. */
export async function findOpen(
  em: Executor,
  isVisible: Condition,
  profileId: string,
): Promise<OpenItem[]> {
  const { rows } = await sql<OpenItem>`
    select id, kind, (${isVisible}) as "isVisible" from items
    where profile_id = ${profileId} and closed_at is null
  `.execute(statements(em));
  return rows;
}

export type Counts = Record<Lane, number>;

/** Counts the open items of each lane. */
export async function countLanes(em: Executor, isVisible: Condition): Promise<Counts> {
  const counted = lanes.map(
    (lane) => sql`count(*) filter (where ${isInLane(lane)})::int as ${sql.id(lane)}`,
  );
  const { rows } = await sql<Counts>`
    select ${sql.join(counted)} from items where ${isVisible}
  `.execute(statements(em));
  const [first] = rows;
  if (!first) {
    throw new Error('A count returned no row');
  }
  return first;
}

/** Locks an open item until the transaction ends; undefined if it is closed. */
export async function lockItem(
  em: Executor,
  id: string,
): Promise<{ isLeased: boolean; leasedBy: string | null } | undefined> {
  const { rows } = await sql<{ isLeased: boolean; leasedBy: string | null }>`
    select ${isLeased} as "isLeased", leased_by as "leasedBy" from items
    where id = ${id} and closed_at is null for update
  `.execute(statements(em));
  return rows[0];
}
