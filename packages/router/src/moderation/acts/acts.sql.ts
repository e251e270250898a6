import {
  allRows,
  columnsOf,
  type Condition,
  every,
  type Executor,
  firstRow,
  hasRow,
  type LeftOut,
  type Role,
  type RowOf,
  statements,
  type WaitingActState,
} from '@namecard/db';
import { sql } from 'kysely';
import { endsAt } from '../../access/sessions.sql.ts';
import { isSuspended } from '../../access/users.sql.ts';

/** Minutes in which a preview can be started. */
const previewMinutes = 10;

type Starter = { session: string; isAdmin: boolean };

/**
 * Locks an act until the transaction ends, if this actor may start it: their own preview
 * while it is new, or as an admin what waits.
 */
export const lockStartable = (
  em: Executor,
  id: string,
  { session, isAdmin }: Starter,
): Promise<boolean> =>
  hasRow(em)`
    select from waiting_acts where id = ${id} and (
      state = 'previewed' and session_id = ${session}
        and asked_at > current_instant() - make_interval(mins => ${sql.lit(previewMinutes)})
      or state = 'waiting' and ${isAdmin}
    )
    for update
  `;

const runningColumns = [
  'state',
  'kind',
  'askedBy',
  'decidedBy',
  'sessionId',
  'actingRole',
  'actionId',
  'passed',
] as const;

/** An act without its subjects: each piece of it would read ten thousand. */
export type RunningAct = RowOf<'waiting_acts', (typeof runningColumns)[number]>;

const runningAct = (id: string) =>
  sql`select ${columnsOf('waiting_acts', runningColumns)} from waiting_acts where id = ${id}`;

export const readAct = (em: Executor, id: string): Promise<RunningAct | undefined> =>
  firstRow(em)<RunningAct>`${runningAct(id)}`;

/** Locks the act until the transaction ends. */
export const lockAct = (em: Executor, id: string): Promise<RunningAct | undefined> =>
  firstRow(em)<RunningAct>`${runningAct(id)} for update`;

/** Counts the subjects of one piece of a locked act, and keeps why some were left. */
export const passSubjects = (
  em: Executor,
  id: string,
  { count, left }: { count: number; left: readonly LeftOut[] },
) =>
  sql`
    update waiting_acts set passed = passed + ${count}, left_out = left_out || ${JSON.stringify(left)}::jsonb
    where id = ${id}
  `.execute(statements(em));

/** Most ended acts in the list. All that wait or go on are in it. */
const mostEnded = 200;

const isOpen = sql`acts.state in ('waiting', 'running')`;

const columns = [
  'id',
  'kind',
  'askedAt',
  'passed',
  'actionId',
  'reason',
  'note',
  'privateNote',
] as const;

export type ActRow = RowOf<'waiting_acts', (typeof columns)[number]> & {
  state: Exclude<WaitingActState, 'previewed'>;
  total: number;
  left: number;
  byId: string | null;
  byEmail: string | null;
  byKey: string | null;
};

/** Who began an act, or asked for one that has not begun; null for a service key. */
const actorId = sql`case when acts.acting_role is null then acts.asked_by else acts.decided_by end`;

/**
 * Acts that a job does, those that wait, then those that are over, each newest first.
 * `total` counts subjects, which go when the act ends: then it is what the action was asked for.
 */
const findActs = (em: Executor, conditions: readonly Condition[]): Promise<ActRow[]> =>
  allRows(em)<ActRow>`
    select ${columnsOf('acts', columns)}, acts.state, coalesce(actions.requested, acts.cards) as total,
      jsonb_array_length(acts.left_out) as left, users.id as "byId", users.email as "byEmail", keys.name as "byKey"
    from waiting_acts acts
    left join moderation_actions actions on actions.id = acts.action_id
    left join users on users.id = ${actorId}
    left join service_keys keys on keys.id = acts.session_id
    where acts.state <> 'previewed' and ${every(conditions)}
    order by case acts.state when 'running' then 0 when 'waiting' then 1 else 2 end, acts.asked_at desc, acts.id desc
    limit ${mostEnded} + (select count(*) from waiting_acts acts where decided_at is null and ${isOpen})
  `;

/** @param by a person or a service key, whose acts; null for everybody's */
const isBy = (by: string | null): Condition =>
  by === null ? sql`true` : sql`${by} in (${actorId}, acts.session_id)`;

export const findRecentActs = (em: Executor, by: string | null): Promise<ActRow[]> =>
  findActs(em, [
    isBy(by),
    sql`(${isOpen} or acts.decided_at > current_instant() - interval '24 hours')`,
  ]);

export async function findAct(
  em: Executor,
  id: string,
  by: string | null,
): Promise<ActRow | undefined> {
  const [row] = await findActs(em, [isBy(by), sql`acts.id = ${id}`]);
  return row;
}

export type LeftRow = { id: string; username: string | null; reason: string };

export const findLeft = (em: Executor, id: string): Promise<LeftRow[]> =>
  allRows(em)<LeftRow>`
    select asked.id, profiles.username, asked.reason
    from waiting_acts acts, jsonb_to_recordset(acts.left_out) as asked (id uuid, reason text)
    left join profiles on profiles.id = asked.id
    where acts.id = ${id} limit 1000
  `;

/** A profile, an event to undo, or an owner to suspend. */
export type Subject = { id: string; revision: number | null; isOwner: boolean };

/** The next subjects of a locked act, in the order of its preview. */
export const nextSubjects = (
  em: Executor,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<Subject[]> =>
  allRows(em)<Subject>`
    select subject ->> 'id' as id, (subject -> 'revision')::int as revision,
      subject ? 'suspend' as "isOwner"
    from waiting_acts, jsonb_array_elements(subjects) with ordinality as listed (subject, nth)
    where waiting_acts.id = ${id} and nth > ${after} and nth <= ${after + limit} order by nth
  `;

/** Those of these owners of whom an action has hidden a card, which nobody has undone. */
export async function findOwnersOfHidden(
  em: Executor,
  action: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await allRows(em)<{ id: string }>`
    select distinct user_id as id from audit_events
    where action_id = ${action} and type = 'profile.hidden' and undone_by is null and user_id = any(${ids}::uuid[])
  `;
  return new Set(rows.map(({ id }) => id));
}

/** Whether the session in which the act began still lives, and who it is of. */
export const readActingSession = (em: Executor, sessionId: string, sessionDays: number) =>
  firstRow(em)<{ emailKey: string; role: Role }>`
    select users.email_key as "emailKey", users.role from sessions join users on users.id = sessions.user_id
    where sessions.id = ${sessionId} and ended_at is null and not ${isSuspended}
      and current_instant() < ${endsAt(sessionDays)}
  `;
