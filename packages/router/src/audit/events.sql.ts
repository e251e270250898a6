import { type Condition, every, type ModerationReason } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { mayKnowOf, type Viewer } from '../access/viewer.sql.ts';

/** What is done to the row of a user; what is done to their sessions or address leaves it as it is. */
const userActions = sql`('user.suspended', 'user.unsuspended', 'user.role_changed')`;

/** Whether a row of `events` concerns a profile. */
const isOfProfile = sql<boolean>`events.profile_id is not null`;

/** What the desk decides without a change to the card, and that an admin asked who reported it: each says that somebody did. */
const deskActions = sql`(
  'profile.approved', 'profile.passed_on', 'item.reopened', 'reporter.read'
)`;

/**
 * Whether somebody sees a row of `events`. Moderators see what was done to profiles, but not who asked for a reporter. What the desk
 * decided is seen by whoever may know of its items: so nobody finds here that they were reported.
 */
export const isSeenBy = (viewer: Viewer) =>
  every([
    !viewer.isAdmin && sql`${isOfProfile} and events.type <> 'reporter.read'`,
    sql`(events.type not in ${deskActions} or ${mayKnowOf(viewer, sql`events.user_id`)})`,
  ]);

/**
 * What `find` finds among the events of the same row as one of `events`, in a subquery that calls them `other`. What was read
 * changed nothing. It is written
 * for profiles and for users apart: over a condition that holds for both the planner would read the whole history.
 */
export const amongSameRow = <Found>(
  find: (isOfSameRow: Condition) => RawBuilder<Found>,
): RawBuilder<Found> => sql`case when ${isOfProfile}
  then ${find(sql`other.profile_id = events.profile_id and other.type <> 'reporter.read'`)}
  else ${find(sql`other.user_id = events.user_id and other.profile_id is null and other.type in ${userActions}`)}
end`;

/** What an event is called in a statement. */
type EventName = 'events' | 'other';

/** Events, each with its action, `actions`. */
export const recorded = (name: EventName) =>
  sql`audit_events ${sql.id(name)} join moderation_actions actions on actions.id = ${sql.id(name, 'action_id')}`;

/** The reason and note of an event, which its action gives for all its events. */
export const reasonOf = (name: EventName) =>
  sql<ModerationReason | null>`coalesce(${sql.id(name, 'reason')}, actions.reason)`;
const noteOf = (name: EventName) =>
  sql<string | null>`coalesce(${sql.id(name, 'note')}, actions.note)`;

/** Why an event was done, as whom it concerns may read it: for a `select` from `recorded`. */
export const groundsOf = (name: EventName) =>
  sql`${reasonOf(name)} as reason, ${noteOf(name)} as note`;

/** What an `EventSummary` says: for a `select` from `recorded`. */
export const summaryOf = (name: EventName) => sql`
  ${sql.id(name, 'type')}, ${sql.id(name, 'at')}::text as at, ${reasonOf(name)} as reason,
  ${sql.id(name, 'undoes_id')} as "undoesId", actions.actor_kind as "actorKind",
  (select email from users where id = actions.actor_id) as actor,
  (select name from service_keys where id = actions.actor_id) as "actorKey"
`;

/** Whether some event undid the one of that name. */
export const isUndone = (name: string) =>
  sql<boolean>`exists (select from audit_events undoing where undoing.undoes_id = ${sql.id(name, 'id')})`;

/**
 * Whether an event `other`, of the same row and later than `events`, still stands. An event that was undone does not stand, and
 * neither does its undo: together they changed nothing. An undo that was undone itself leaves its event standing, and so on.
 */
export const stands = sql<boolean>`not exists (
    select from audit_events undone where undone.id = other.undoes_id and undone.position > events.position
  ) and (
    with recursive undoings (id, length) as (
      select other.id, 0
      union all
      select undoing.id, length + 1 from undoings join audit_events undoing on undoing.undoes_id = undoings.id
    )
    select max(length) % 2 = 0 from undoings
  )`;

const isNewest = amongSameRow(
  (isOfSameRow) => sql<boolean>`not exists (
    select from audit_events other where ${isOfSameRow} and other.position > events.position and ${stands}
  )`,
);

const hasSubject = sql<boolean>`case when ${isOfProfile}
  then exists (select from profiles where id = events.profile_id)
  else exists (select from users where id = events.user_id)
end`;

/** Whether what an event ended would have ended by itself by now. */
const isOver = sql<boolean>`events.type = 'user.unsuspended'
  and coalesce((events.before -> 'suspended' ->> 'until')::timestamptz <= current_instant(), false)`;

/** Whether a row of `events` is the last word on a row that is still there: only then it can be undone. */
export const isOpen = sql<boolean>`${hasSubject} and not ${isUndone('events')} and ${isNewest} and not (${isOver})`;

/** Whether a row of `events` can be undone by a user, or a key that they made: nobody undoes what was done to their own profiles. */
export const isOpenTo = (person: string | null) =>
  sql<boolean>`${isOpen} and (events.profile_id is null or events.user_id is distinct from ${person}::uuid)`;
