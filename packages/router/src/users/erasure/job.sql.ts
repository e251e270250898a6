import { type Executor, statements } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

/** Rows of the history that are emptied at once: few enough that nobody waits long for their locks. */
const chunk = 2_000;

/** @param found selects `action_id`, `event_id` and `position` */
async function forgetting(
  em: Executor,
  userId: string,
  found: RawBuilder<unknown>,
): Promise<number | null> {
  const { rows } = await sql<{ reached: number | null }>`
    with found as materialized (${found})
    select max(position)::float8 as reached,
      forget_in_audit(${userId}, array_agg(action_id), array_remove(array_agg(event_id), null))
    from found
  `.execute(statements(em));
  return rows[0]?.reached ?? null;
}

/**
 * Forgets in the next of the actions that an erased user did, after a position, who they were and what they wrote; returns the
 * position that was reached, null where there are no more.
 */
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

/** The same, in the next of the events that concern them, of whom it was and what was written about them. */
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
