import {
  type Database,
  type EventReason as ModerationReason,
  plannedEachTime,
  type Role,
  statements,
} from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Origin } from '../access/service.ts';
import type { EntityManager } from '../context.ts';
import { type Condition, every, literally } from '../queries.ts';
import type { ExportAuditInput } from './schemas.ts';

/** What is done to the row of a user; what is done to their sessions or address leaves it as it is. */
const userActions = sql`('user.suspended', 'user.unsuspended', 'user.role_changed')`;

/** Whether an event of the table `events` concerns a profile; moderators see no others. */
const isOfProfile = sql<boolean>`events.profile_id is not null`;

/**
 * What `find` finds among the events of the same row as one of the table `events`, in a subquery that calls them `other`. It
 * is written for profiles and for users apart: over a condition that holds for both the planner would read the whole history.
 */
export const amongSameRow = <Found>(
  find: (isOfSameRow: Condition) => RawBuilder<Found>,
): RawBuilder<Found> => sql`case when ${isOfProfile}
  then ${find(sql`other.profile_id = events.profile_id`)}
  else ${find(sql`other.user_id = events.user_id and other.profile_id is null and other.action in ${userActions}`)}
end`;

type Events = Selectable<Database['events']>;

export type EventRow = Omit<Events, 'position' | 'before' | 'after'> & {
  position: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  actor_email: string | null;
  /** Of whom it concerns: the owner where it is a profile. */
  email: string | null;
  undone_by: string | null;
  /** Whether what it was done to is still there. */
  has_subject: boolean;
  /** Whether nothing was done to the same row later. */
  is_newest: boolean;
  /** Whether what it ended would have ended by itself by now. */
  is_over: boolean;
};

export type EventFilter = Omit<z.infer<typeof ExportAuditInput>, 'cursor'>;

const isNewest = amongSameRow(
  (isOfSameRow) => sql<boolean>`not exists (
    select from events other where ${isOfSameRow} and other.position > events.position
  )`,
);

const hasSubject = sql<boolean>`case when ${isOfProfile}
  then exists (select from profiles where id = events.profile_id) else events.user_id is not null
end`;

const isOver = sql<boolean>`events.action = 'user.unsuspended'
  and coalesce((events.before -> 'suspended' ->> 'until')::timestamptz <= current_instant(), false)`;

/** Whoever ever acted and whose address has this part: they are few, so each is looked up in the index of who did what. */
async function findActors(em: EntityManager, part: string): Promise<string[]> {
  const pattern = literally(part.toLowerCase());
  const { rows } = await sql<{ id: string }>`
    with recursive actors (id) as (
      (select actor_id from events where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from events where actor_id > actors.id order by actor_id limit 1)
      from actors where actors.id is not null
    )
    select users.id from actors join users on users.id = actors.id where email_key like ${`%${pattern}%`}
  `.execute(statements(em));
  return rows.map(({ id }) => id);
}

async function conditionsOf(em: EntityManager, filter: EventFilter): Promise<Condition[]> {
  const { profileId, userId, action, type, reason, actor, username, from, before } = filter;
  const text = actor?.trim();
  return [
    ...(profileId ? [sql`events.profile_id = ${profileId}`] : []),
    ...(userId ? [sql`events.user_id = ${userId}`] : []),
    ...(action ? [sql`events.act_id = ${action}`] : []),
    ...(type ? [sql`events.action = ${type}`] : []),
    ...(reason ? [sql`events.reason = ${reason}`] : []),
    ...(text ? [sql`events.actor_id = any(${await findActors(em, text)}::uuid[])`] : []),
    ...(username ? [sql`lower(events.username) = ${username.toLowerCase()}`] : []),
    ...(from ? [sql`events.at >= ${from}::timestamptz`] : []),
    ...(before ? [sql`events.at < ${before}::timestamptz`] : []),
  ];
}

const visibleTo = (role: Role): Condition[] => (role === 'admin' ? [] : [isOfProfile]);

const pageOf = (conditions: Condition[], limit: number) => sql<EventRow>`
  ${plannedEachTime}
  select events.*, events.position::text as position, actors.email as actor_email,
    coalesce(users.email, events.after ->> 'address') as email, undoing.id as undone_by,
    ${hasSubject} as has_subject, ${isNewest} as is_newest, ${isOver} as is_over
  from (
    select * from events where ${every(conditions)}
    order by position desc limit ${limit}
  ) events
  left join users actors on actors.id = events.actor_id
  left join users on users.id = events.user_id
  left join events undoing on undoing.undoes_id = events.id
  order by events.position desc
`;

export type EventPage = { filter: EventFilter; after: string | undefined; limit: number };

/** The events of a filter that come after a position, newest first, as far as the role sees them. */
export async function findEvents(
  em: EntityManager,
  role: Role,
  { filter, after, limit }: EventPage,
): Promise<EventRow[]> {
  const conditions = [
    ...visibleTo(role),
    ...(await conditionsOf(em, filter)),
    ...(after === undefined ? [] : [sql`events.position < ${after}::bigint`]),
  ];
  const { rows } = await pageOf(conditions, limit).execute(statements(em));
  return rows;
}

type NewRows = {
  action: string;
  /** Null where their account was erased meanwhile. */
  actorId: string | null;
  origin: Origin;
  /** By the columns' names. */
  rows: readonly Record<string, unknown>[];
};

/** Writes the events of one moderation action as one value, so that the statement's text does not depend on how many there are. */
export async function insertEvents(
  em: EntityManager,
  { action, actorId, origin, rows }: NewRows,
): Promise<void> {
  await sql`
    insert into events (
      id, act_id, action, actor_id, user_id, profile_id, username, reason, note, private_note, before, after, undoes_id,
      ip, browser, system
    )
    select id, ${action}, action, ${actorId}, user_id, profile_id, username, reason, note, private_note, before, after,
      undoes_id, ${origin.ip}, ${origin.browser}, ${origin.system}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as made (
      id uuid, action text, user_id uuid, profile_id uuid, username text, reason text, note text, private_note text,
      before jsonb, after jsonb, undoes_id uuid
    )
  `.execute(statements(em));
}

export type NoticeRow = {
  username: string;
  reason: ModerationReason;
  note: string | null;
  at: string;
};

/** Why each of an owner's hidden profiles is so, by the newest event that hid it; private notes are not the owner's to read. */
export async function readNotices(
  em: EntityManager,
  ownerId: string,
  hiddenKeys: readonly string[],
): Promise<NoticeRow[]> {
  if (hiddenKeys.length === 0) {
    return [];
  }
  const { rows } = await sql<NoticeRow>`
    select profiles.username, coalesce(acts.reason, 'other') as reason, acts.note, acts.at
    from unnest(${hiddenKeys}::text[]) with ordinality as asked (key, place)
    join profiles on profiles.username_key = asked.key and profiles.owner_id = ${ownerId}
    cross join lateral (
      select reason, note, at from events
      where profile_id = profiles.id and action = 'profile.hidden' order by position desc limit 1
    ) acts
    where profiles.hidden order by asked.place
  `.execute(statements(em));
  return rows;
}

/** Until when somebody is suspended, null where it has no end, and what they may read of why. */
export type Suspension = {
  until: string | null;
  reason: ModerationReason | null;
  note: string | null;
};

/** The suspension of a user, by the event that began it; one that was begun in the database itself has no event. */
export async function findSuspension(em: EntityManager, userId: string): Promise<Suspension> {
  const { rows } = await sql<Suspension>`
    select users.suspended_until as until, begun.reason, begun.note
    from users left join lateral (
      select reason, note from events
      where user_id = users.id and action = 'user.suspended' and at >= users.suspended_at
      order by position desc limit 1
    ) begun on true
    where users.id = ${userId}
  `.execute(statements(em));
  return rows[0] ?? { until: null, reason: null, note: null };
}
