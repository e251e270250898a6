import { plannedEachTime, statements, type Database, type Role } from '@namecard/db';
import { sql, type Selectable } from 'kysely';
import type { z } from 'zod';
import { every, literally, type Condition } from '../conditions.ts';
import type { EntityManager } from '../context.ts';
import { amongSameRow, isOfProfile } from './same-row.ts';
import type { ExportEventsInput } from './schemas.ts';

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

export type EventFilter = Omit<z.infer<typeof ExportEventsInput>, 'cursor'>;

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
  const { profileId, userId, act, action, reason, actor, username, from, before } = filter;
  const text = actor?.trim();
  return [
    ...(profileId ? [sql`events.profile_id = ${profileId}`] : []),
    ...(userId ? [sql`events.user_id = ${userId}`] : []),
    ...(act ? [sql`events.act_id = ${act}`] : []),
    ...(action ? [sql`events.action = ${action}`] : []),
    ...(reason ? [sql`events.reason = ${reason}`] : []),
    ...(text ? [sql`events.actor_id = any(${await findActors(em, text)}::uuid[])`] : []),
    ...(username ? [sql`lower(events.username) = ${username.toLowerCase()}`] : []),
    ...(from ? [sql`events.at >= ${from}::timestamptz`] : []),
    ...(before ? [sql`events.at < ${before}::timestamptz`] : []),
  ];
}

/** Those of everything for admins, of profiles for moderators. */
const told = (role: Role): Condition[] => (role === 'admin' ? [] : [isOfProfile]);

const read = (conditions: Condition[], limit: number) => sql<EventRow>`
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

/** The events of a filter that come after a position, newest first, as far as the role is told of them. */
export async function findEvents(
  em: EntityManager,
  role: Role,
  { filter, after, limit }: EventPage,
): Promise<EventRow[]> {
  const conditions = [
    ...told(role),
    ...(await conditionsOf(em, filter)),
    ...(after === undefined ? [] : [sql`events.position < ${after}::bigint`]),
  ];
  const { rows } = await read(conditions, limit).execute(statements(em));
  return rows;
}
