import { every, type Executor, onlyRow, preparedSql } from '@namecard/db';
import { sql } from 'kysely';
import { conditionsOf, type ProfileFilter } from '../search/conditions.sql.ts';

/** Rows that are scanned, so a month costs no more than a minute. */
const lookedThrough = 10_000;

/** Counts stop here. */
const mostUpdates = 100;

/**
 * The newest position, edit (microseconds since 1970) and event when a list was
 * read. A change that commits at that moment may be in neither the list nor its
 * updates.
 */
export type Moment = { profile: number; edit: number; event: number };

const moment = preparedSql(
  () => sql<Moment>`
    select coalesce((select max(position) from profiles), 0)::float8 as profile,
      coalesce((select (extract(epoch from max(updated_at)) * 1000000) from profiles), 0)::float8 as edit,
      coalesce((select max(position) from audit_events), 0)::float8 as event
  `,
);

/** Read it in the list's snapshot. */
export async function readMoment(em: Executor): Promise<Moment> {
  const [row] = await moment(em);
  return row ?? { profile: 0, edit: 0, event: 0 };
}

type Updates = { created: number; changed: number };

/**
 * Counts profiles created since, and older ones that owners or other moderators
 * changed; each up to a hundred. Hidden and restored ones count in any state,
 * because they may have left the list.
 */
export function countUpdates(
  em: Executor,
  actorId: string,
  filter: ProfileFilter,
  { profile, edit, event }: Moment,
): Promise<Updates> {
  const conditions = conditionsOf(filter);
  const conditionsInAnyState = conditionsOf({ ...filter, state: undefined });
  return onlyRow(em)<Updates>`
    with created as (
      select from (
        select * from profiles where position > ${profile} order by position limit ${lookedThrough}
      ) profiles where ${every(conditions)} limit ${mostUpdates}
    ),
    edited as (
      select id from (
        select * from profiles
        where updated_at > timestamptz 'epoch' + ${edit}::float8 * interval '1 microsecond'
        order by updated_at limit ${lookedThrough}
      ) profiles where position <= ${profile} and ${every(conditions)} limit ${mostUpdates}
    ),
    moderated as (
      select id from profiles where id in (
        select profile_id from (
          select profile_id, actor_id
          from audit_events events join moderation_actions actions on actions.id = events.action_id
          where events.position > ${event} and events.type <> 'reporter.read' order by events.position limit ${lookedThrough}
        ) latest where actor_id is distinct from ${actorId}::uuid
      ) and position <= ${profile} and ${every(conditionsInAnyState)} limit ${mostUpdates}
    )
    select (select count(*)::int from created) as created, least(${mostUpdates}::int, (
      select count(*)::int from (select id from edited union select id from moderated) changed
    )) as changed
  `;
}
