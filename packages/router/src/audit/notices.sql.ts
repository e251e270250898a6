import { allRows, type Executor, firstRow, type ModerationReason } from '@namecard/db';
import type { Grounds } from '@namecard/look';
import { sql } from 'kysely';
import { type Appealed, nothingTold, type ToldSuspension } from '../errors.ts';
import { appealAgainst } from '../items/answers.sql.ts';
import { isDecidedHidden } from '../items/hidden-cards.sql.ts';
import { groundsOf, recorded } from './events.sql.ts';

type Why = {
  reason: ModerationReason | null;
  note: string | null;
  at: string;
  action_id: string;
};

const toldGrounds = sql`
  ${groundsOf('events')}, events.at, events.action_id, coalesce((events.after ->> 'afterReport')::boolean, false) as "afterReport",
  actions.actor_kind = 'key' as "byProgram"
`;

export type NoticeRow = Appealed &
  Grounds & {
    username: string;
    reason: ModerationReason;
    note: string | null;
    at: string;
  };

/** The newest event that hid a row of `profiles`, for a lateral join. */
export const whyHidden = sql<Why & Grounds>`
  select ${toldGrounds} from ${recorded('events')}
  where events.profile_id = profiles.id and events.type = 'profile.hidden'
  order by events.position desc limit 1
`;

const appealColumns = sql`appeals.appeal, appeals."appealedAt", appeals."answeredAt", appeals.answer`;

/** Leaves out private notes. */
export async function readNotices(
  em: Executor,
  ownerId: string,
  hiddenKeys: readonly string[],
): Promise<NoticeRow[]> {
  if (hiddenKeys.length === 0) {
    return [];
  }
  return allRows(em)<NoticeRow>`
    select profiles.username, coalesce(newest.reason, 'other') as reason, newest.note, newest.at, newest."afterReport", newest."byProgram", ${appealColumns}
    from unnest(${hiddenKeys}::text[]) with ordinality as asked (key, ordinal)
    join profiles on profiles.username_key = asked.key and profiles.owner_id = ${ownerId}
    cross join lateral (${whyHidden}) newest
    left join lateral (${appealAgainst(sql`newest.action_id`, sql`profiles.id`)}) appeals on true
    where ${isDecidedHidden} order by asked.ordinal
  `;
}

/** The event that began a user's suspension, for a lateral join. */
export const whySuspended = sql<Why & Grounds>`
  select ${toldGrounds} from ${recorded('events')}
  where events.user_id = users.id and events.type = 'user.suspended' and events.at >= users.suspended_at
  order by events.position desc limit 1
`;

/** A change in the database has no reason. */
export async function findSuspension(
  em: Executor,
  userId: string,
): Promise<ToldSuspension> {
  const told = await firstRow(em)<ToldSuspension>`
    select users.suspended_until as until, begun.reason, begun.note, ${appealColumns},
      coalesce(begun."afterReport", false) as "afterReport", coalesce(begun."byProgram", false) as "byProgram"
    from users left join lateral (${whySuspended}) begun on true
    left join lateral (${appealAgainst(sql`begun.action_id`, sql`users.id`)}) appeals on true
    where users.id = ${userId}
  `;
  return told ?? nothingTold;
}
