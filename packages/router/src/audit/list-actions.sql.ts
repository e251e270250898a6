import {
  allRows,
  type AuditEventType,
  type Condition,
  every,
  type Executor,
  keyset,
  type OptionalCondition,
  type SortKey,
} from '@namecard/db';
import { sql } from 'kysely';
import type { Viewer } from '../access/viewer.sql.ts';
import { isOpenTo, isSeenBy } from './events.sql.ts';
import {
  conditionsOnAction,
  conditionsOnEvent,
  conditionsOnSubject,
  type EventPage,
} from './read-events.sql.ts';

export const actionOrder = keyset({
  name: 'actions',
  table: 'actions',
  by: { position: 'integer' },
  descending: true,
});

export type ActionRow = {
  id: string;
  sortKey: SortKey;
  events: number;
  undone: number;
  /** How many events the viewer can undo, without those on their own cards. */
  open: number;
  firstId: string;
};

/**
 * Actions with such an event. They are few, and the array makes the planner start with
 * their index. Otherwise it would walk all actions.
 */
const withEvent = (conditions: readonly Condition[]) => sql`
  actions.id = any(array(select action_id from audit_events events where ${every(conditions)}))
`;

/** Also in actions of other types: one hides cards and suspends their owners. */
const mixed: ReadonlySet<AuditEventType> = new Set([
  'user.suspended',
  'user.role_changed',
]);

const ofType = (type: AuditEventType) =>
  mixed.has(type)
    ? withEvent([sql`events.type = ${type}`])
    : sql`actions.type in (${type}, 'undo')`;

/**
 * Conditions on actions alone. Reading the events of each action would take
 * seconds for a million actions. An undo may have events of another type or
 * reason.
 */
function narrowing(
  { isAdmin }: Viewer,
  filter: EventPage['filter'],
): OptionalCondition[] {
  const { type, reason } = filter;
  const subject = conditionsOnSubject(filter);
  return [
    subject.length > 0 && withEvent(subject),
    !isAdmin &&
      sql`actions.type in (
        'profile.hidden', 'profile.restored', 'profile.approved', 'profile.passed_on', 'appeal.upheld',
        'item.snoozed', 'undo'
      )`,
    type && ofType(type),
    reason && sql`(actions.reason = ${reason} or actions.type = 'undo')`,
  ];
}

/** Finds the visible actions with an event that fits the filter, newest first. */
export async function findActions(
  em: Executor,
  viewer: Viewer,
  { filter, after, limit }: EventPage,
): Promise<ActionRow[]> {
  const fits = conditionsOnEvent(viewer, filter);
  const conditions = [
    ...narrowing(viewer, filter),
    ...(await conditionsOnAction(em, viewer, filter, 'actions')),
    sql`exists (
      select from audit_events events where ${every([sql`events.action_id = actions.id`, ...fits])}
    )`,
    ...actionOrder.isAfter(after),
  ];
  return allRows(em)<ActionRow>`
    select actions.id, actions."sortKey", counted.*
    from (
      select actions.id, actions.position, actions.reason, ${actionOrder.sortKey}
      from moderation_actions actions
      where ${every(conditions)}
      order by ${actionOrder.order} limit ${limit}
    ) actions
    cross join lateral (
      select count(*)::int as events, count(events.undone_by)::int as undone, (count(*) filter (where ${isOpenTo(viewer.person)}))::int as open,
        (array_agg(events.id order by events.position) filter (where ${every(fits)}))[1] as "firstId"
      from audit_events events
      where events.action_id = actions.id and ${isSeenBy(viewer)}
    ) counted
    order by ${actionOrder.order}
  `;
}
