import { type Condition, every, type ErasureReason } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { mayKnowOf, type Viewer } from '../access/viewer.sql.ts';

/** Changes to the user's row, not to their sessions or address. */
const userActions = sql`('user.suspended', 'user.unsuspended', 'user.role_changed')`;

const isOfProfile = sql<boolean>`events.profile_id is not null`;

/** Desk decisions that leave the card unchanged, and readings of reporters. */
const deskActions = sql`(
  'profile.approved', 'profile.passed_on', 'item.snoozed', 'item.reopened', 'reporter.read'
)`;

/**
 * Moderators see what was done to cards. Desk decisions are visible only with
 * access to their items, so nobody learns here that they were reported.
 */
export const isSeenBy = (viewer: Viewer) =>
  every([
    !viewer.isAdmin && sql`${isOfProfile} and events.type <> 'reporter.read'`,
    sql`(events.type not in ${deskActions} or ${mayKnowOf(viewer, sql`events.user_id`)})`,
  ]);

/**
 * Runs `find` on the events of the same row, which it calls `other`. Profiles and
 * users are apart: with one condition for both, the planner would read the whole
 * history.
 */
export const amongSameRow = <Found>(
  find: (isOfSameRow: Condition) => RawBuilder<Found>,
): RawBuilder<Found> => sql`case when ${isOfProfile}
  then ${find(sql`other.profile_id = events.profile_id and other.type not in ('reporter.read', 'item.snoozed')`)}
  else ${find(sql`other.user_id = events.user_id and other.profile_id is null and other.type in ${userActions}`)}
end`;

/** The name of an event's table in a statement. */
type EventName = 'events' | 'other';

/** Events joined with their action. */
export const recorded = (name: EventName) =>
  sql`audit_events ${sql.id(name)} join moderation_actions actions on actions.id = ${sql.id(name, 'action_id')}`;

/** An event's own reason, else its action's. */
export const reasonOf = (name: EventName) =>
  sql<ErasureReason | null>`coalesce(${sql.id(name, 'reason')}, actions.reason)`;
const noteOf = (name: EventName) =>
  sql<string | null>`coalesce(${sql.id(name, 'note')}, actions.note)`;

/** The reason and note that the owner may read. Selects from `recorded`. */
export const groundsOf = (name: EventName) =>
  sql`${reasonOf(name)} as reason, ${noteOf(name)} as note`;

/** The columns of an `EventSummary`. Selects from `recorded`. */
export const summaryOf = (name: EventName) => sql`
  ${sql.id(name, 'type')}, ${sql.id(name, 'at')}::text as at, ${reasonOf(name)} as reason,
  ${sql.id(name, 'undoes_id')} as "undoesId", actions.actor_kind as "actorKind",
  (select email from users where id = actions.actor_id) as actor,
  (select name from service_keys where id = actions.actor_id) as "actorKey"
`;

/**
 * Whether the event `other`, later and on the same row, still stands. The undo of
 * an event after this one does not: together they changed nothing.
 */
export const stands = sql<boolean>`other.stands and not exists (
    select from audit_events undone where undone.id = other.undoes_id and undone.position > events.position
  )`;

const isNewest = amongSameRow(
  (isOfSameRow) => sql<boolean>`not exists (
    select from audit_events other where ${isOfSameRow} and other.position > events.position and ${stands}
  )`,
);

const hasSubject = sql<boolean>`case
  when events.type = 'user.invited' then exists (
    select from invitations where event_id = events.id and used_at is null and withdrawn_at is null
  )
  when ${isOfProfile} then exists (select from profiles where id = events.profile_id)
  else exists (select from users where id = events.user_id)
end`;

/** Whether the suspension that this event ended would be over by now. */
export const isOver = sql<boolean>`events.type = 'user.unsuspended'
  and coalesce((events.before -> 'suspended' ->> 'until')::timestamptz <= current_instant(), false)`;

/** Whether an event can be undone: nothing later on its row stands. */
export const isOpen = sql<boolean>`${hasSubject} and events.undone_by is null and ${isNewest} and not (${isOver})`;

/** Nobody undoes acts on their own cards, not even by a key. */
export const isOpenTo = (person: string | null) =>
  sql<boolean>`${isOpen} and (events.profile_id is null or events.user_id is distinct from ${person}::uuid)`;
