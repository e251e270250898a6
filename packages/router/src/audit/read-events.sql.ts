import {
  allRows,
  type Condition,
  type ErasureReason,
  escapeLike,
  every,
  type Executor,
  given,
  hasRow,
  keyset,
  type OptionalCondition,
  type RowOf,
  type SortKey,
} from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Viewer } from '../access/viewer.sql.ts';
import { foldWithAddress } from '../search-folding.ts';
import { usernameKey } from '../usernames.ts';
import { groundsOf, isOpen, isSeenBy, reasonOf, recorded } from './events.sql.ts';
import { ExportAuditInput } from './schemas.ts';

export const eventOrder = keyset({
  name: 'events',
  table: 'events',
  by: { position: 'integer' },
  descending: true,
});

type Events = RowOf<'audit_events'>;
type Actions = RowOf<'moderation_actions'>;

export type EventRow = Omit<
  Events,
  'position' | 'subjectRevision' | 'stands' | 'chainId'
> &
  Pick<Actions, 'actorKind' | 'actorId' | 'privateNote' | 'ip' | 'browser' | 'system'> & {
    sortKey: SortKey;
    actionEvents: number;
    actorEmail: string | null;
    /** The name of the acting service key. */
    actorKey: string | null;
    /** The address of the user, or of the profile's owner. */
    email: string | null;
    isOpen: boolean;
  };

export type EventFilter = Omit<z.infer<typeof ExportAuditInput>, 'cursor'>;

/** Actors are few, so it steps through the index instead of a scan. */
async function findActors(em: Executor, pattern: string): Promise<string[]> {
  const rows = await allRows(em)<{ id: string }>`
    with recursive actors (id) as (
      (select actor_id from moderation_actions where actor_id is not null order by actor_id limit 1)
      union all
      select (select actor_id from moderation_actions where actor_id > actors.id order by actor_id limit 1)
      from actors where actors.id is not null
    )
    select users.id from actors join users on users.id = actors.id where email_key like ${pattern}
  `;
  return rows.map(({ id }) => id);
}

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

/** Conditions on an event itself; `conditionsOnAction` has the others. */
export const conditionsOnEvent = (
  viewer: Viewer,
  filter: EventFilter,
): OptionalCondition[] => [
  isSeenBy(viewer),
  ...conditionsOnSubject(filter),
  filter.type && sql`events.type = ${filter.type}`,
  filter.reason && sql`${reasonOf('events')} = ${filter.reason}`,
];

/** @param dated the table whose time counts */
export async function conditionsOnAction(
  em: Executor,
  { readsStaff }: Pick<Viewer, 'readsStaff'>,
  { action, actor, from, before }: EventFilter,
  dated: 'events' | 'actions',
): Promise<OptionalCondition[]> {
  const text = actor && escapeLike(foldWithAddress(actor));
  const pattern = readsStaff ? `%${text}%` : text;
  const at = sql.ref(`${dated}.at`);
  return [
    action && sql`actions.id = ${action}`,
    text && sql`actions.actor_id = any(${await findActors(em, pattern ?? '')}::uuid[])`,
    from && sql`${at} >= ${from}::timestamptz`,
    before && sql`${at} < ${before}::timestamptz`,
  ];
}

/**
 * Selects a page of events with their actors and subjects. Filters before the
 * joins.
 */
const findPage = (
  em: Executor,
  conditions: readonly OptionalCondition[],
  limit: number,
): Promise<EventRow[]> =>
  allRows(em)<EventRow>`
  select events.id, action_id as "actionId", at, type, users.id as "userId", profile_id as "profileId", events.username,
    reason, note, private_note as "privateNote", before, after, undoes_id as "undoesId", ip, browser, system,
    ${eventOrder.sortKey}, done as "actionEvents", actor_kind as "actorKind", actor_id as "actorId",
    actors.email as "actorEmail", service_keys.name as "actorKey",
    coalesce(users.email, events.after ->> 'address') as email,
    events.undone_by as "undoneBy",
    ${isOpen} as "isOpen"
  from (
    select events.id, events.position, action_id, events.at, events.type, user_id, profile_id, username,
      ${groundsOf('events')}, private_note, before, after, undoes_id, undone_by, actor_kind, actor_id, ip, browser, system, done
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

/** The newest events are scanned before the indexes of reasons are used. */
const scanned = 5_000;

/** Limits a scan to the newest `scanned` events. */
const isNear = (after: readonly Condition[]): Condition => sql`
  events.position >= coalesce((
    select position from audit_events events where ${every(after)}
    order by position desc limit 1 offset ${scanned - 1}
  ), 0)
`;

/** Events of actions with the reason, and events with a reason of their own. */
const isOfReason = (reason: ErasureReason): Condition => sql`
  events.id in (
    select other.id from moderation_actions actions join audit_events other on other.action_id = actions.id
    where actions.reason = ${reason} and other.reason is null
    union all
    select id from audit_events where reason = ${reason}
  )
`;

/**
 * Visible events after a sort key, newest first. A frequent reason is found among
 * the newest events. Only for a rare one are all its events gathered.
 */
export async function findEvents(
  em: Executor,
  viewer: Viewer,
  { filter, after, limit }: EventPage,
): Promise<EventRow[]> {
  const isAfter = eventOrder.isAfter(after);
  const conditions = [
    ...conditionsOnEvent(viewer, filter),
    ...(await conditionsOnAction(em, viewer, filter, 'events')),
    ...isAfter,
  ];
  const read = (narrowing: Condition[]) =>
    findPage(em, [...conditions, ...narrowing], limit);
  if (filter.reason === undefined) {
    return read([]);
  }
  const near = await read([isNear(isAfter)]);
  return near.length === limit ? near : read([isOfReason(filter.reason)]);
}

export const loadEvents = (em: Executor, ids: readonly string[]): Promise<EventRow[]> =>
  findPage(em, [sql`events.id = any(${ids}::uuid[])`], ids.length);

/** Whether an export began in this session within the hour. */
export const hasExported = (
  em: Executor,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<boolean> =>
  hasRow(em)`
    select from moderation_actions
    where actor_id = ${id} and session_id = ${sessionId}
      and type = 'history.exported' and at > current_instant() - interval '1 hour' limit 1
  `;
