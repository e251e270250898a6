import { type Executor, type ModerationReason, statements } from '@namecard/db';
import { sql } from 'kysely';
import { answerTo } from '../items/answers.sql.ts';
import { groundsOf, recorded } from './events.sql.ts';

type Grounds = {
  reason: ModerationReason | null;
  note: string | null;
  at: string;
  action_id: string;
};

export type NoticeRow = {
  username: string;
  reason: ModerationReason;
  note: string | null;
  at: string;
};

/** Why and when a row of `profiles` was hidden, by the newest event that did so, for a lateral join. */
export const whyHidden = sql<Grounds>`
  select ${groundsOf('events')}, events.at, events.action_id from ${recorded('events')}
  where events.profile_id = profiles.id and events.type = 'profile.hidden'
  order by events.position desc limit 1
`;

/**
 * Why each of an owner's hidden profiles is so, by the newest event that hid it; private notes are not the owner's to read. The
 * answer to an appeal stands in the place of the note.
 */
export async function readNotices(
  em: Executor,
  ownerId: string,
  hiddenKeys: readonly string[],
): Promise<NoticeRow[]> {
  if (hiddenKeys.length === 0) {
    return [];
  }
  const { rows } = await sql<NoticeRow>`
    select profiles.username, coalesce(newest.reason, 'other') as reason,
      coalesce(${answerTo(sql`newest.action_id`, sql`profiles.id`)}, newest.note) as note, newest.at
    from unnest(${hiddenKeys}::text[]) with ordinality as asked (key, ordinal)
    join profiles on profiles.username_key = asked.key and profiles.owner_id = ${ownerId}
    cross join lateral (${whyHidden}) newest
    where profiles.hidden order by asked.ordinal
  `.execute(statements(em));
  return rows;
}

/** Until when somebody is suspended, null where it has no end, and what they may read of why. */
export type Suspension = {
  until: string | null;
  reason: ModerationReason | null;
  note: string | null;
};

/** Why and since when a row of `users` is suspended, by the event that began it, for a lateral join. */
export const whySuspended = sql<Grounds>`
  select ${groundsOf('events')}, events.at, events.action_id from ${recorded('events')}
  where events.user_id = users.id and events.type = 'user.suspended' and events.at >= users.suspended_at
  order by events.position desc limit 1
`;

/** The suspension of a user, by the event that began it; one that was begun in the database itself has no event. The answer to an appeal stands in the place of the note. */
export async function findSuspension(em: Executor, userId: string): Promise<Suspension> {
  const { rows } = await sql<Suspension>`
    select users.suspended_until as until, begun.reason,
      coalesce(${answerTo(sql`begun.action_id`, sql`users.id`)}, begun.note) as note
    from users left join lateral (${whySuspended}) begun on true
    where users.id = ${userId}
  `.execute(statements(em));
  return rows[0] ?? { until: null, reason: null, note: null };
}
