import {
  allRows,
  every,
  type Executor,
  firstRow,
  type ItemKind,
  keyset,
  onlyRow,
  type ReportReason,
  type RowOf,
  type SortKey,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Users } from '../../access/users.sql.ts';
import { reportsDecidedIn } from '../../items/decision-of-report.sql.ts';
import { type Lane, lanes } from './schemas.ts';
import { turns } from './urgent.sql.ts';
import { isInLane, laneOf } from './visible.sql.ts';

type Condition = RawBuilder<unknown>;

/** The order of a lane. */
export const inTurn = keyset({
  name: 'turns',
  table: 'items',
  by: { turn: 'integer', openedAt: 'instant', id: 'uuid' },
});

/** A newcomer's card that has waited for days comes first in its lane. */
export const hasWaitedLong = sql<boolean>`(
  items.opened_at < current_instant() - interval '3 days'
  and coalesce((select held from profiles where profiles.id = items.profile_id), false)
)`;

/**
 * Open items with their turn. Turn -1: a newcomer's card that has waited for days. Urgent
 * items that newcomers and strangers opened come after the other urgent ones
 * (`urgent.sql.ts`).
 */
const openInTurn = sql`(
  select items.*, case when ${hasWaitedLong} then -1 else coalesce(turns.turn, 0) end as turn
  from items left join (${turns}) turns on turns.item_id = items.id
  where items.closed_at is null
) items`;

export type ItemRow = RowOf<
  'items',
  'id' | 'kind' | 'urgent' | 'openedAt' | 'profileId' | 'userId'
> &
  Pick<Users, 'email' | 'emailKey' | 'role'> & {
    lane: Lane;
    leasedUntil: string | null;
    leasedBy: string | null;
    leasedByEmail: string | null;
    reports: { reason: ReportReason; count: number }[];
    sortKey: SortKey;
  };

/** Whether somebody has leased a row of `items`. */
export const isLeased = sql<boolean>`(
  items.leased_by is not null and coalesce(items.leased_until > current_instant(), false)
)`;

const itemColumns = sql`
  items.id, items.kind, items.urgent, ${laneOf} as lane, items.opened_at as "openedAt", items.profile_id as "profileId",
  items.user_id as "userId", users.email, users.email_key as "emailKey", users.role,
  case when ${isLeased} then items.leased_until end as "leasedUntil",
  case when ${isLeased} then items.leased_by end as "leasedBy",
  case when ${isLeased} then (select email from users where id = items.leased_by) end as "leasedByEmail",
  coalesce((
    select json_agg(counted) from (
      select reason, count(*)::int as count from ${reportsDecidedIn}
      where reported.profile_id = items.profile_id and decision.id = items.id group by reason order by count(*) desc, reason
    ) counted
  ), '[]') as reports
`;

/** The place of a row's lane in the order of work, `first` before all others. */
export const rankOf = (first: Lane | undefined) => {
  const order = first ? [first, ...lanes.filter((lane) => lane !== first)] : lanes;
  return sql`array_position(array[${sql.join(order.map((lane) => sql.lit(lane)))}], ${laneOf})`;
};

/** Lane by lane, in the order of each. */
export const findInDeskOrder = (
  em: Executor,
  conditions: readonly Condition[],
  { first, limit }: { first?: Lane | undefined; limit: number },
): Promise<ItemRow[]> =>
  allRows(em)<ItemRow>`
    select ${itemColumns}, ${inTurn.sortKey} from ${openInTurn} join users on users.id = items.user_id
    where ${every(conditions)} order by ${rankOf(first)}, ${inTurn.order} limit ${limit}
  `;

type Page = { lane: Lane; after: SortKey | undefined; limit: number };

export const listOpen = (
  em: Executor,
  isVisible: Condition,
  { lane, after, limit }: Page,
): Promise<ItemRow[]> =>
  findInDeskOrder(em, [isVisible, isInLane(lane), ...inTurn.isAfter(after)], { limit });

export async function findItem(
  em: Executor,
  isVisible: Condition,
  id: string,
): Promise<ItemRow | undefined> {
  const conditions = [isVisible, sql`items.id = ${id}`];
  const [row] = await findInDeskOrder(em, conditions, { limit: 1 });
  return row;
}

export type OpenItem = {
  id: string;
  profileId: string;
  kind: ItemKind;
  isVisible: boolean;
};

/** `isVisible`: the person may decide about this item. */
export const findOpen = (
  em: Executor,
  isVisible: Condition,
  profileIds: readonly string[],
): Promise<OpenItem[]> =>
  allRows(em)<OpenItem>`
    select id, profile_id as "profileId", kind, (${isVisible}) as "isVisible" from items
    where profile_id = any(${profileIds}::uuid[]) and closed_at is null
  `;

export type Counts = Record<Lane, number>;

/** Counts the chosen items of each lane. */
export function countLanes(em: Executor, isChosen: Condition): Promise<Counts> {
  const counted = lanes.map(
    (lane) => sql`count(*) filter (where ${isInLane(lane)})::int as ${sql.id(lane)}`,
  );
  return onlyRow(em)<Counts>`
    select ${sql.join(counted)} from items where ${isChosen}
  `;
}

/** Locks an open item until the transaction ends; undefined if it is closed. */
export const lockItem = (em: Executor, id: string) =>
  firstRow(em)<{ isLeased: boolean; leasedBy: string | null }>`
    select ${isLeased} as "isLeased", leased_by as "leasedBy" from items
    where id = ${id} and closed_at is null for update
  `;
