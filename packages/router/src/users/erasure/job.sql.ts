import { type Executor, onlyRow } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** Rows per statement: few, so nobody waits long for their locks. */
const chunk = 2_000;

/** @param found selects `action_id`, `event_id` and `position` */
async function forgetting(
  em: Executor,
  userId: string,
  found: RawBuilder<unknown>,
): Promise<number | null> {
  const { reached } = await onlyRow(em)<{ reached: number | null }>`
    with found as materialized (${found})
    select max(position)::float8 as reached,
      forget_in_audit(${userId}, array_agg(action_id), array_remove(array_agg(event_id), null))
    from found
  `;
  return reached;
}

/** Clears the user's next actions. Returns the position; null at the end. */
export const forgetActed = (
  em: Executor,
  userId: string,
  after: number,
): Promise<number | null> =>
  forgetting(
    em,
    userId,
    sql`
      select actions.id as action_id, events.id as event_id, actions.position
      from (
        select id, position from moderation_actions
        where actor_id = ${userId} and position > ${after} order by position limit ${chunk}
      ) actions
      left join audit_events events on events.action_id = actions.id and events.note is not null
    `,
  );

/** The same for the next events about the user. */
export const forgetConcerned = (
  em: Executor,
  userId: string,
  after: number,
): Promise<number | null> =>
  forgetting(
    em,
    userId,
    sql`
      select action_id, id as event_id, position from audit_events
      where user_id = ${userId} and position > ${after} order by position limit ${chunk}
    `,
  );
