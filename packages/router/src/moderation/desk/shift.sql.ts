import { allRows, type Executor, firstRow, onlyRow } from '@namecard/db';
import { sql } from 'kysely';
import { mayKnowOf, type Viewer } from '../../access/viewer.sql.ts';
import { isKnownTo, isNotKeptFrom } from './visible.sql.ts';

/** The person's last hand-over, or a day ago; at most 30 days ago. */
export async function readSince(em: Executor, person: string): Promise<string> {
  const { since } = await onlyRow(em)<{ since: string }>`
    select greatest(current_instant() - interval '30 days', coalesce(
      (select max(at) from notes where author_id = ${person} and user_id is null),
      current_instant() - interval '1 day'
    ))::text as since
  `;
  return since;
}

/** A withdrawn second look is not a decision, nor are dismissed reports. */
const isDecided = sql`items.outcome not in ('withdrawn', 'dismissed')`;

type Turnover = { opened: number; left: number; dismissed: number };

/**
 * `opened` since then, closed or not. `left` are all open ones. `dismissed` were
 * closed since then with suspensions as spam.
 */
export function countTurnover(
  em: Executor,
  viewer: Viewer,
  since: string,
): Promise<Turnover> {
  const isNewer = sql`opened_at >= ${since}::timestamptz`;
  return onlyRow(em)<Turnover>`
    select open.left as "left", open.newer + closed.newer as opened, closed.dismissed
    from (
      select count(*) filter (where ${isNotKeptFrom(viewer)})::int as left,
        count(*) filter (where ${isNewer})::int as newer
      from items where closed_at is null and ${isKnownTo(viewer)}
    ) open, (
      select count(*) filter (where ${isNewer})::int as newer,
        count(*) filter (where outcome = 'dismissed')::int as dismissed
      from items where closed_at >= ${since}::timestamptz and ${isKnownTo(viewer)}
    ) closed
  `;
}

export type CloserRow = {
  id: string | null;
  email: string | null;
  closed: number;
  acts: number;
};

/** `id` is null for programs, operators and erased people. */
export const countClosers = (
  em: Executor,
  viewer: Viewer,
  since: string,
): Promise<CloserRow[]> =>
  allRows(em)<CloserRow>`
    select users.id, users.email, counted.closed, counted.acts from (
      select closed_by, count(*)::int as closed, count(distinct action_id)::int as acts from items
      where closed_at >= ${since}::timestamptz and ${isDecided} and ${isKnownTo(viewer)} group by closed_by
    ) counted left join users on users.id = counted.closed_by
    order by counted.closed desc, users.email
  `;

type ChangerRow = { id: string; email: string; cards: number; acts: number };

/**
 * Who hid and restored most cards since then, in few acts. Undos and what they undid do
 * not count. Fewer than 20 cards are never remarkable.
 */
export const findChanger = (
  em: Executor,
  viewer: Viewer,
  since: string,
): Promise<ChangerRow | undefined> =>
  firstRow(em)<ChangerRow>`
    select users.id, users.email, count(distinct events.profile_id)::int as cards, count(distinct action_id)::int as acts
    from audit_events events join moderation_actions actions on actions.id = action_id join users on users.id = actor_id
    where events.at >= ${since}::timestamptz and events.type in ('profile.hidden', 'profile.restored')
      and undoes_id is null and undone_by is null and ${mayKnowOf(viewer, sql`events.user_id`)}
    group by users.id having count(distinct events.profile_id) >= 20 and count(distinct action_id) * 5 <= count(distinct events.profile_id)
    order by cards desc, users.id limit 1
  `;

/** Events that take a decision back: items reopened, cards shown again. */
const takesBack = sql`(
  undoing.type = 'item.reopened' or undoing.type = 'profile.restored' and undoing.undoes_id is not null
)`;

type Undone = { undone: number; undoingActs: number; snoozed: number };

export const countUndone = (
  em: Executor,
  viewer: Viewer,
  since: string,
): Promise<Undone> =>
  onlyRow(em)<Undone>`
    select count(*) filter (where ${takesBack})::int as undone,
      count(distinct action_id) filter (where ${takesBack})::int as "undoingActs",
      count(*) filter (where type = 'item.snoozed' and undone_by is null)::int as snoozed
    from audit_events undoing
    where at >= ${since}::timestamptz and type in ('item.reopened', 'profile.restored', 'item.snoozed')
      and ${mayKnowOf(viewer, sql`undoing.user_id`)}
  `;
