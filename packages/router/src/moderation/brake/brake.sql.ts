import { preparedSql, type Value } from '@namecard/db';
import { sql } from 'kysely';

/**
 * Has acts on cards of one actor come one after another until the transaction ends. It goes before the locks of any row, so that who
 * waits here holds none.
 */
export const lockCards = preparedSql(
  (value: Value<{ id: string }>) => sql`
    select pg_advisory_xact_lock(hashtextextended('cards of ' || ${value('id')}::text, 0))
  `,
);

type Window = { id: string; hours: number; most: number; wanted: number };

/**
 * Profiles that an actor changed in a window of hours that ends now, and seconds until those that are wanted fit into it; null where
 * they do. An act keeps them out as long as it is in the window, if they are too many together with it and all that came after it.
 */
export const countCards = preparedSql(
  (value: Value<Window>) => sql<{ cards: number; seconds: number | null }>`
    with recent as (
      select at, cards,
        sum(cards) over (order by at desc, position desc) + ${value('wanted')}::int > ${value('most')}::int as keeps_out
      from moderation_actions
      where actor_id = ${value('id')}::uuid and cards > 0
        and at > current_instant() - make_interval(hours => ${value('hours')}::int)
    )
    select coalesce(sum(cards), 0)::int as cards, ceil(extract(epoch from
        max(at) filter (where keeps_out) + make_interval(hours => ${value('hours')}::int) - current_instant()
      ))::int as seconds
    from recent
  `,
);
