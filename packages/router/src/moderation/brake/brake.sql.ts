import { preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { secondsUntil } from '../../access/limits.sql.ts';

type Window = { id: string; hours: number; most: number; wanted: number };

/** The last code that a person gave for changing many cards. Keys never give one. */
const lastCode = (id: RawBuilder<unknown>) => sql`(
  select max(used_at) from act_codes join sessions on sessions.id = act_codes.session_id
  where sessions.user_id = ${id} and act_codes.act = 'change_cards'
)`;

/**
 * Counts the cards that an actor changed in the last `hours`, or since they last gave a
 * code for changing many. `seconds` is the
 * time until the wanted cards fit too; null if they fit now. They don't fit while
 * an act lies in the window whose cards, with those of all later acts and the
 * wanted ones, are more than `most`.
 */
export const countCards = preparedSql(
  (value: Value<Window>) => sql<{ cards: number; seconds: number | null }>`
    with recent as (
      select at, cards,
        sum(cards) over (order by at desc, position desc) + ${value('wanted')}::int > ${value('most')}::int as keeps_out
      from moderation_actions
      where actor_id = ${value('id')}::uuid and cards > 0
        and at > current_instant() - make_interval(hours => ${value('hours')}::int)
        and at > coalesce(${lastCode(sql`${value('id')}::uuid`)}, '-infinity')
    )
    select coalesce(sum(cards), 0)::int as cards, ${secondsUntil(sql`max(at) filter (where keeps_out) + make_interval(hours => ${value('hours')}::int)`)} as seconds
    from recent
  `,
);
