import {
  allRows,
  type AuditEventType,
  columnsOf,
  type Condition,
  every,
  type Executor,
  instantOfIso,
  type ModerationActionType,
  type ModerationReason,
  onlyRow,
  type OptionalCondition,
  type RowOf,
  type SortKey,
} from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { isAdminRow } from '../../access/users.sql.ts';
import type { Viewer } from '../../access/viewer.sql.ts';
import {
  amongSameRow,
  groundsOf,
  isOpenTo,
  isOver,
  isSeenBy,
  recorded,
  summaryOf,
  stands,
} from '../../audit/events.sql.ts';
import type { Deps } from '../../context.ts';
import type { EventSummary } from '../../audit/messages.ts';
import { eventOrder } from '../../audit/read-events.sql.ts';
import { itemsReportedBy } from '../../items/own-reports.sql.ts';

const columns = [
  'id',
  'actionId',
  'type',
  'profileId',
  'userId',
  'username',
  'before',
  'after',
] as const;

export type DoneEvent = RowOf<'audit_events', (typeof columns)[number]> & {
  actorId: string | null;
  /** Whether it happened within the last 24 hours. */
  isRecent: boolean;
  /** Whether it undid an act of the same actor. */
  undidOwn: boolean;
  sortKey: SortKey;
};

/** Newest first. */
const findEvents = (
  em: Executor,
  conditions: readonly OptionalCondition[],
  limit: number | null = null,
): Promise<DoneEvent[]> =>
  allRows(em)<DoneEvent>`
    select ${columnsOf('events', columns)}, actions.actor_id as "actorId", ${eventOrder.sortKey},
      events.at > current_instant() - interval '24 hours' as "isRecent",
      exists (
        select from audit_events first join moderation_actions own on own.id = first.action_id
        where first.id = events.undoes_id and own.actor_id = actions.actor_id
      ) as "undidOwn"
    from ${recorded('events')} where ${every(conditions)} order by ${eventOrder.order} limit ${limit}
  `;

export const findDone = (
  em: Executor,
  viewer: Viewer,
  { action, event }: { action?: string | undefined; event?: string | undefined },
): Promise<DoneEvent[]> =>
  findEvents(em, [
    action === undefined
      ? sql`events.id = ${event ?? null}`
      : sql`events.action_id = ${action}`,
    isSeenBy(viewer),
  ]);

export const findByIds = (em: Executor, ids: readonly string[]): Promise<DoneEvent[]> =>
  findEvents(em, [sql`events.id = any(${ids}::uuid[])`]);

/** All acts of somebody since an instant, or only those in one session. */
export type Acts = { by: string; session?: string | undefined; since: string };

const isOneOf = ({ by, session, since }: Acts): Condition =>
  every([
    sql`actions.actor_id = ${by}`,
    sql`actions.at >= ${instantOfIso(since)}::timestamptz`,
    session && sql`actions.session_id = ${session}`,
  ]);

/**
 * Whether an event has an effect among these acts: it left its row in another
 * state than before them. Before them, the last event of somebody else in its
 * chain stood. If there was none, the first event of the chain had not happened.
 */
const doesSomething = (acts: Acts): Condition => sql`coalesce(
  (
    select not other.stands from ${recorded('other')}
    where other.chain_id = events.chain_id and (${isOneOf(acts)}) is not true
    order by other.position desc limit 1
  ),
  (
    select stands from audit_events other
    where other.chain_id = events.chain_id order by other.position limit 1
  ),
  true
)`;

type Page = { viewer: Viewer; after: SortKey | undefined; limit: number };

/** Undoing these brings each row back to before the first of the acts. */
export const findActs = (
  em: Executor,
  { type, ...acts }: Acts & { type?: AuditEventType | undefined },
  { viewer, after, limit }: Page,
): Promise<DoneEvent[]> =>
  findEvents(
    em,
    [
      isOneOf(acts),
      type && sql`events.type = ${type}`,
      isSeenBy(viewer),
      sql`events.undone_by is null`,
      doesSomething(acts),
      ...eventOrder.isAfter(after),
    ],
    limit,
  );

/** @param person their own profiles don't count */
export async function countOpen(
  em: Executor,
  ids: readonly string[],
  person: string | null,
): Promise<number> {
  const { count } = await onlyRow(em)<{ count: number }>`
    select count(*)::int as count from audit_events events
    where events.id = any(${ids}::uuid[]) and ${isOpenTo(person)}
  `;
  return count;
}

/** Users of events who have a role, and whether they are admins. Suspended ones too. */
export type Staff = ReadonlyMap<string, { isAdmin: boolean }>;

/** Leaves out this person. */
export async function findStaff(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  events: readonly { userId: string | null }[],
  person: string | null,
): Promise<Staff> {
  const isAdmin = isAdminRow(settings.adminEmails);
  const rows = await allRows(em)<{ id: string; isAdmin: boolean }>`
    select id, ${isAdmin} as "isAdmin" from users
    where id = any(${events.flatMap(({ userId }) => userId ?? [])}::uuid[]) and id is distinct from ${person}::uuid
      and (role <> 'user' or ${isAdmin})
  `;
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The undo of an event, and the newest later event of its row that stands. */
export type Since = {
  id: string;
  undone: EventSummary | null;
  later: EventSummary | null;
  /** Why the row was hidden or suspended before. */
  earlier: { reason: ModerationReason | null; note: string | null } | null;
  /** Whether the event ended a suspension that would be over by now. */
  isOver: boolean;
  /** The address of the account that the event is about. */
  email: string | null;
};

/** The reason for hiding or suspending again is the former one. */
export const formerGrounds = (since: Since | undefined) => ({
  reason: since?.earlier?.reason ?? 'other',
  note: since?.earlier?.note ?? null,
});

/** The newest row of a statement as JSON, or null. */
const newest = (found: RawBuilder<unknown>) =>
  sql`(select to_json(found) from (${found} order by other.position desc limit 1) found)`;

const undone = newest(sql`
  select ${summaryOf('other')} from ${recorded('other')} where other.id = events.undone_by
`);

const later = amongSameRow((isOfSameRow) =>
  newest(sql`
    select ${summaryOf('other')} from ${recorded('other')}
    where ${isOfSameRow} and other.position > events.position and ${stands}
  `),
);

const earlier = amongSameRow((isOfSameRow) =>
  newest(sql`
    select ${groundsOf('other')} from ${recorded('other')}
    where ${isOfSameRow} and other.position < events.position
      and other.type in ('profile.hidden', 'user.suspended')
  `),
);

/** Call it with the rows locked, so that no later event can come. */
export async function readSince(
  em: Executor,
  events: readonly DoneEvent[],
): Promise<Map<string, Since>> {
  const rows = await allRows(em)<Since>`
    select events.id, ${undone} as undone, ${later} as later, ${earlier} as earlier, ${isOver} as "isOver",
      (select email from users where users.id = events.user_id) as email
    from audit_events events where events.id = any(${events.map(({ id }) => id)}::uuid[])
  `;
  return new Map(rows.map((row) => [row.id, row]));
}

/** @param person null for operators, who report nothing */
export async function findReported(
  em: Executor,
  events: readonly DoneEvent[],
  person: string | null,
): Promise<Set<string>> {
  if (person === null) return new Set();
  const rows = await allRows(em)<{ id: string }>`
    select events.id from audit_events events
    join items on items.action_id = events.action_id and items.profile_id = events.profile_id
      and items.id in (${itemsReportedBy(person)})
    where events.id = any(${events.map(({ id }) => id)}::uuid[])
  `;
  return new Set(rows.map(({ id }) => id));
}

export type ActionOf = {
  id: string;
  at: string;
  type: ModerationActionType;
  sessionId: string | null;
  ip: string;
  browser: string;
  system: string;
  events: number;
  undone: number;
};

/** Acts of a person or a service key, newest first. */
export const findActionsBy = (em: Executor, acts: Acts): Promise<ActionOf[]> =>
  allRows(em)<ActionOf>`
    select actions.id, actions.at::text as at, actions.type, actions.session_id as "sessionId", actions.ip, actions.browser,
      actions.system, counted.*
    from moderation_actions actions cross join lateral (
      select count(*)::int as events, count(events.undone_by)::int as undone
      from audit_events events
      where events.action_id = actions.id
    ) counted
    where ${isOneOf(acts)} order by actions.position desc
  `;
