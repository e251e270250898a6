import {
  type Condition,
  type Database,
  escapeLike,
  every,
  type Executor,
  given,
  keyset,
  type ModerationReason,
  type OptionalCondition,
  type SortKey,
  statements,
} from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Viewer } from '../access/viewer.sql.ts';
import { usernameKey } from '../text.ts';
import { groundsOf, isOpen, isSeenBy, reasonOf, recorded } from './events.sql.ts';
import { ExportAuditInput } from './schemas.ts';

/** Newest first. */
export const eventOrder = keyset({
  name: 'events',
  table: 'events',
  by: { position: 'integer' },
  descending: true,
});

type Events = Selectable<Database['audit_events']>;
type Actions = Selectable<Database['moderation_actions']>;

export type EventRow = Omit<Events, 'position' | 'subjectRevision'> &
  Pick<Actions, 'actorKind' | 'actorId' | 'privateNote' | 'ip' | 'browser' | 'system'> & {
    sortKey: SortKey;
    actionEvents: number;
    actorEmail: string | null;
    /** The name of the service key that acted. */
    actorKey: string | null;
    /** Of whom it concerns: the owner where it is a profile. */
    email: string | null;
    undoneBy: string | null;
    isOpen: boolean;
  };

export type EventFilter = Omit<z.infer<typeof ExportAuditInput>, 'cursor'>;

/** Whoever ever acted and whose address has this part: they are few, so each is looked up in the index of who did what. */
async function findActors(em: Executor, part: string): Promise<string[]> {
  const pattern = escapeLike(part.toLowerCase());
  const { rows } = await sql<{ id: string }>`
    with recursive actors (id) as (
      (select actor_id from moderation_actions where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from moderation_actions where actor_id > actors.id order by actor_id limit 1)
      from actors where actors.id is not null
    )
    select users.id from actors join users on users.id = actors.id where email_key like ${`%${pattern}%`}
  `.execute(statements(em));
  return rows.map(({ id }) => id);
}

/** What an event has to be about. */
export const conditionsOnSubject = ({
  profileId,
  userId,
  username,
}: EventFilter): Condition[] =>
  given([
    profileId && sql`events.profile_id = ${profileId}`,
    userId && sql`events.user_id = ${userId}`,
    username && sql`fold_case(events.username) = ${usernameKey(username)}`,
  ]);

/** What an event has to be, beside what its action has to be. */
export const conditionsOnEvent = (
  viewer: Viewer,
  filter: EventFilter,
): OptionalCondition[] => [
  isSeenBy(viewer),
  ...conditionsOnSubject(filter),
  filter.type && sql`events.type = ${filter.type}`,
  filter.reason && sql`${reasonOf('events')} = ${filter.reason}`,
];

/** @param dated whose time counts */
export async function conditionsOnAction(
  em: Executor,
  { action, actor, from, before }: EventFilter,
  dated: 'events' | 'actions',
): Promise<OptionalCondition[]> {
  const text = actor?.trim();
  const at = sql.ref(`${dated}.at`);
  return [
    action && sql`actions.id = ${action}`,
    text && sql`actions.actor_id = any(${await findActors(em, text)}::uuid[])`,
    from && sql`${at} >= ${from}::timestamptz`,
    before && sql`${at} < ${before}::timestamptz`,
  ];
}

const pageOf = (conditions: readonly OptionalCondition[], limit: number) => sql<EventRow>`
  select events.id, action_id as "actionId", at, type, users.id as "userId", profile_id as "profileId", events.username,
    reason, note, private_note as "privateNote", before, after, undoes_id as "undoesId", ip, browser, system,
    ${eventOrder.sortKey}, done as "actionEvents", actor_kind as "actorKind", actor_id as "actorId",
    actors.email as "actorEmail", service_keys.name as "actorKey",
    coalesce(users.email, events.after ->> 'address') as email,
    (select id from audit_events undoing where undoing.undoes_id = events.id) as "undoneBy",
    ${isOpen} as "isOpen"
  from (
    select events.id, events.position, action_id, events.at, events.type, user_id, profile_id, username,
      ${groundsOf('events')}, private_note, before, after, undoes_id, actor_kind, actor_id, ip, browser, system, done
    from ${recorded('events')}
    where ${every(conditions)}
    order by ${eventOrder.order} limit ${limit}
  ) events
  left join users actors on actors.id = events.actor_id
  left join service_keys on service_keys.id = events.actor_id
  left join users on users.id = events.user_id
  order by ${eventOrder.order}
`;

export type EventPage = {
  filter: EventFilter;
  after: SortKey | undefined;
  limit: number;
};

/** Events that are looked at one by one, newest first, before the indexes are asked for those of a reason. */
const scanned = 5_000;

/** None that is older than the last of those is looked at. */
const isNear = (after: readonly Condition[]): Condition => sql`
  events.position >= coalesce((
    select position from audit_events events where ${every(after)}
    order by position desc limit 1 offset ${scanned - 1}
  ), 0)
`;

/** Found by index: those of the reason's actions, and those that have it where their action has another. */
const isOfReason = (reason: ModerationReason): Condition => sql`
  events.id in (
    select other.id from moderation_actions actions join audit_events other on other.action_id = actions.id
    where actions.reason = ${reason} and other.reason is null
    union all
    select id from audit_events where reason = ${reason}
  )
`;

/**
 * The events of a filter that come after a key, newest first, as far as somebody sees them. Those of a reason that is common are
 * found among the newest; only where they are not, all of them are gathered.
 */
export async function findEvents(
  em: Executor,
  viewer: Viewer,
  { filter, after, limit }: EventPage,
): Promise<EventRow[]> {
  const isAfter = eventOrder.isAfter(after);
  const conditions = [
    ...conditionsOnEvent(viewer, filter),
    ...(await conditionsOnAction(em, filter, 'events')),
    ...isAfter,
  ];
  const read = async (narrowing: Condition[]) => {
    const { rows } = await pageOf([...conditions, ...narrowing], limit).execute(
      statements(em),
    );
    return rows;
  };
  if (filter.reason === undefined) {
    return read([]);
  }
  const near = await read([isNear(isAfter)]);
  return near.length === limit ? near : read([isOfReason(filter.reason)]);
}

/** The events of these ids. */
export async function loadEvents(
  em: Executor,
  ids: readonly string[],
): Promise<EventRow[]> {
  const { rows } = await pageOf(
    [sql`events.id = any(${ids}::uuid[])`],
    ids.length,
  ).execute(statements(em));
  return rows;
}
