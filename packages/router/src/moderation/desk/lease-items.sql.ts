/**
 * The open items of the moderators' desk, and their leases.
 *
 * Problem: two moderators must not work on the same item. A moderator who leaves
 * must not keep items.
 *
 * Plan: a moderator leases up to 20 items for ten minutes, or urgent ones for two.
 * They stand lane by lane, and urgent ones always come in. A lease can be renewed
 * three times. Other people skip leased and locked items.
 * A decision locks its item and checks the lease (`close-item.ts`).
 * A moderator whose lease ended gets the item last, and not at all for ten minutes
 * if another moderator is there. So nobody keeps items by leasing them again.
 *
 * Price: items of a closed tab wait until their lease ends.
 */
import { every, type Executor, firstRow, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../access/viewer.sql.ts';
import {
  findInDeskOrder,
  hasWaitedLong,
  isLeased,
  type ItemRow,
  rankOf,
} from './items.sql.ts';
import type { Lane } from './schemas.ts';
import { isAwake } from './snoozes.sql.ts';
import { turns } from './urgent.sql.ts';
import { isColleagueThere, isInLane, isVisibleTo, laneOf } from './visible.sql.ts';

/** Most items leased by one person: enough for ten minutes. */
const mostLeased = 20;

/** Minutes of a lease. Looking at an item starts them again. */
const leaseMinutes = { usual: 10, urgent: 2 } as const;

/** Most renewals, so that nobody keeps an item after leaving. */
const mostRenewals = 3;

/** Minutes for which others go before the person who let a lease end. */
const pauseMinutes = leaseMinutes.usual;

const leaseEnd = sql`
  current_instant() + make_interval(mins => case when items.urgent
    then ${sql.lit(leaseMinutes.urgent)} else ${sql.lit(leaseMinutes.usual)} end)
`;

/** Whether the person's own lease of a free row of `items` goes on. */
const isResumed = (person: string) =>
  sql`(items.last_leased_by = ${person} and coalesce(items.leased_until > current_instant(), false))`;

/** Whether the person let the lease end while a colleague was there to take it. */
const isPaused = (person: string, viewer: Viewer) => sql`(
  items.last_leased_by = ${person}
  and coalesce(
    items.leased_until <= current_instant()
      and items.leased_until > current_instant() - make_interval(mins => ${sql.lit(pauseMinutes)}),
    false
  )
  and ${isColleagueThere(viewer)}
)`;

const isHeldBy = (person: string) => sql`(items.leased_by = ${person} and ${isLeased})`;

/** Whether the viewer has leased a row of `items`, or could lease it now. */
export function isFreeFor(viewer: Viewer) {
  const { person } = viewer;
  const isVisible = isVisibleTo(viewer);
  return person === null
    ? every([isVisible, isAwake(null), sql`not ${isLeased}`])
    : every([
        isVisible,
        sql`(${isHeldBy(person)} or not ${isLeased} and ${isAwake(person)} and not ${isPaused(person, viewer)})`,
      ]);
}

/** `onward`: the other lanes follow the lane. */
export type Wanted = {
  lane?: Lane | undefined;
  onward?: boolean | undefined;
  except?: readonly Lane[] | undefined;
};

const isWanted = ({ lane, onward, except = [] }: Wanted) =>
  every([
    sql`${laneOf} <> all(${[...except]}::text[])`,
    lane !== undefined && !onward && isInLane(lane),
  ]);

/**
 * Releases the person's items, then leases the first ones. Items of the first lane come
 * first, then items that the person had, then lane by lane. Items whose lease the
 * person has let end come last in their lane. A lease that is resumed keeps its end.
 * An admin may hold more than others, by taking items.
 */
export async function leaseNext(
  em: Executor,
  person: string,
  viewer: Viewer,
  wanted: Wanted,
): Promise<{ items: ItemRow[]; held: ItemRow[] }> {
  const { lane } = wanted;
  const isChosen = [isVisibleTo(viewer), isWanted(wanted)];
  const database = statements(em);
  // Others skip locked items, so those whose lease has ended are left alone.
  const { rows: released } = await sql`
    update items set leased_by = null
    where items.leased_by = ${person} and items.closed_at is null and ${isLeased} returning id
  `.execute(database);
  const limit = Math.max(mostLeased, released.length);
  await sql`
    with free as (
      select items.id from items left join (${turns}) turns on turns.item_id = items.id
      where ${every(isChosen)} and not ${isLeased} and ${isAwake(person)} and not ${isPaused(person, viewer)}
      order by not ${isInLane(lane ?? 'urgent')}, not ${isResumed(person)}, ${rankOf(lane)}, not ${hasWaitedLong},
        items.last_leased_by is not distinct from ${person}::uuid, coalesce(turns.turn, 0), items.opened_at, items.id
      limit ${limit}
      for update of items skip locked
    )
    update items set leased_by = ${person}, last_leased_by = ${person},
      leased_until = case when ${isResumed(person)} then leased_until else ${leaseEnd} end,
      renewals = case when ${isResumed(person)} then renewals else 0 end
    from free where items.id = free.id
  `.execute(database);
  const isOthers = sql`(items.leased_by <> ${person} and ${isLeased})`;
  const find = (isFound: RawBuilder<unknown>, most: number) =>
    findInDeskOrder(em, [...isChosen, isFound], { first: lane, limit: most });
  return {
    items: await find(isHeldBy(person), limit),
    held: await find(isOthers, mostLeased),
  };
}

/** Returns the end of the lease, even if it can't be renewed any more. */
export async function renewLease(
  em: Executor,
  person: string,
  id: string,
): Promise<string | undefined> {
  const isRenewed = sql`items.renewals < ${sql.lit(mostRenewals)}`;
  const row = await firstRow(em)<{ leasedUntil: string }>`
    update items set leased_until = case when ${isRenewed} then ${leaseEnd} else leased_until end,
      renewals = case when ${isRenewed} then renewals + 1 else renewals end
    where id = ${id} and leased_by = ${person} and closed_at is null and ${isLeased}
    returning leased_until as "leasedUntil"
  `;
  return row?.leasedUntil;
}

/** Leases an item to a person, even if somebody else has it. */
export async function takeLease(
  em: Executor,
  person: string,
  isVisible: RawBuilder<unknown>,
  id: string,
): Promise<string | undefined> {
  const row = await firstRow(em)<{ leasedUntil: string }>`
    update items set leased_by = ${person}, last_leased_by = ${person}, leased_until = ${leaseEnd}, renewals = 0
    where id = ${id} and ${isVisible} returning leased_until as "leasedUntil"
  `;
  return row?.leasedUntil;
}
