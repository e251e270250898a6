/**
 * The open items of the moderators' desk, and their leases.
 *
 * Problem: two moderators must not work on the same item. A moderator who leaves
 * must not keep items.
 *
 * Plan: a moderator leases up to 20 items for ten minutes, or urgent ones for two.
 * A lease can be renewed three times. Other people skip leased and locked items.
 * A decision locks its item and checks the lease (`close-item.ts`).
 * A moderator whose lease ended gets the item last, and not at all for ten minutes
 * if another moderator is there. So nobody keeps items by leasing them again.
 *
 * Price: items of a closed tab wait until their lease ends.
 */
import { every, type Executor, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { Viewer } from '../../access/viewer.sql.ts';
import { findItems, isLeased, type ItemRow, oldestFirst } from './items.sql.ts';
import type { Lane } from './schemas.ts';
import { turns } from './urgent.sql.ts';
import { isColleagueThere, isInLane, isVisibleTo } from './visible.sql.ts';

/** Most items leased by one person: enough for ten minutes. */
const mostLeased = 20;

/** Minutes of a lease. Looking at an item starts them again. */
const leaseMinutes = { usual: 10, urgent: 2 } as const;

/** Most renewals, so that nobody keeps an item after leaving. */
const mostRenewals = 3;

/** Minutes for which others go before the person who let a lease end. */
const pauseMinutes = leaseMinutes.usual;

/** Leases of one person are given one by one until the transaction ends. */
export const lockLeases = (em: Executor, person: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`leases of ${person}`}, 0))`.execute(
    statements(em),
  );

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

/**
 * Releases the person's items in other lanes, then leases free items of this lane in
 * its order. Items that the person has leased last come last, and a lease that is
 * resumed keeps its end. An admin may hold more items, by taking them.
 */
export async function leaseNext(
  em: Executor,
  person: string,
  viewer: Viewer,
  lane: Lane,
): Promise<ItemRow[]> {
  const isVisible = isVisibleTo(viewer);
  const isMine = sql`items.leased_by = ${person} and items.closed_at is null`;
  const isUrgent = lane === 'urgent';
  const joined = isUrgent
    ? sql`left join (${turns}) turns on turns.item_id = items.id`
    : sql``;
  const turn = isUrgent ? sql`coalesce(turns.turn, 0),` : sql``;
  const database = statements(em);
  await sql`
    update items set leased_by = null where ${isMine} and not (${isInLane(lane)})
  `.execute(database);
  await sql`
    with free as (
      select items.id from items ${joined}
      where ${every([isVisible, isInLane(lane)])} and not ${isLeased} and not ${isPaused(person, viewer)}
      order by items.last_leased_by is not distinct from ${person}::uuid, ${turn} ${oldestFirst.order}
      limit greatest(0, ${sql.lit(mostLeased)} - (select count(*) from items where ${isMine} and ${isLeased}))
      for update of items skip locked
    )
    update items set leased_by = ${person}, last_leased_by = ${person},
      leased_until = case when ${isResumed(person)} then leased_until else ${leaseEnd} end,
      renewals = case when ${isResumed(person)} then renewals else 0 end
    from free where items.id = free.id
  `.execute(database);
  const isHeld = sql`items.leased_by = ${person} and ${isLeased}`;
  return findItems(em, [isVisible, isInLane(lane), isHeld], { lane, limit: mostLeased });
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
  isVisible: RawBuilder<unknown>,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ leasedUntil: string }>`
    update items set leased_by = ${person}, last_leased_by = ${person}, leased_until = ${leaseEnd}, renewals = 0
    where id = ${id} and ${isVisible} returning leased_until as "leasedUntil"
  `.execute(statements(em));
  return rows[0]?.leasedUntil;
}
