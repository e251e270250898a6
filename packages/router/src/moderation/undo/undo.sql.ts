import {
  type Database,
  type Executor,
  type ModerationActionType,
  type ModerationReason,
  statements,
} from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  amongSameRow,
  groundsOf,
  recorded,
  summaryOf,
  stands,
} from '../../audit/events.sql.ts';
import type { EventSummary } from '../../audit/messages.ts';

const columns = [
  'id',
  'type',
  'profileId',
  'userId',
  'username',
  'before',
  'after',
] as const;

/** What was done, as far as it takes to undo it. */
export type DoneEvent = Pick<
  Selectable<Database['audit_events']>,
  (typeof columns)[number]
>;

/** The events of an action, or the one event, in the order they were written in. */
export const findDone = (
  em: Executor,
  { action, event }: { action?: string | undefined; event?: string | undefined },
): Promise<DoneEvent[]> =>
  statements(em)
    .selectFrom('audit_events')
    .select(columns)
    .where((is) =>
      action === undefined ? is('id', '=', event ?? '') : is('actionId', '=', action),
    )
    .orderBy('position')
    .execute();

/** What came after an event: what undid it, and the newest event of the same row since that stands. */
export type Since = {
  id: string;
  undone: EventSummary | null;
  later: EventSummary | null;
  /** Why the row was hidden or suspended before what is to be undone. */
  earlier: { reason: ModerationReason | null; note: string | null } | null;
};

/** Why a row is hidden or suspended again: for what it was before. */
export const formerGrounds = (since: Since | undefined) => ({
  reason: since?.earlier?.reason ?? 'other',
  note: since?.earlier?.note ?? null,
});

/** The newest that a statement finds, as one value; null where there is none. */
const newest = (found: RawBuilder<unknown>) =>
  sql`(select to_json(found) from (${found} order by other.position desc limit 1) found)`;

const undone = newest(sql`
  select ${summaryOf('other')} from ${recorded('other')} where other.undoes_id = events.id
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

/** What came after each event. Read once the rows are locked: nothing more comes then. */
export async function readSince(
  em: Executor,
  events: readonly DoneEvent[],
): Promise<Map<string, Since>> {
  const { rows } = await sql<Since>`
    select events.id, ${undone} as undone, ${later} as later, ${earlier} as earlier
    from audit_events events where events.id = any(${events.map(({ id }) => id)}::uuid[])
  `.execute(statements(em));
  return new Map(rows.map((row) => [row.id, row]));
}

/** An action of somebody, and its events, the newest first: what each undid, and whether it was undone. */
export type ActionOf = {
  id: string;
  at: string;
  type: ModerationActionType;
  sessionId: string | null;
  ip: string;
  browser: string;
  system: string;
  events: { id: string; undoes: string | null; isUndone: boolean }[];
};

/** What somebody, or a service key, has done since an instant, the newest first; by one session alone where that is named. */
export async function findActionsBy(
  em: Executor,
  { actor, session, since }: { actor: string; session: string | null; since: string },
): Promise<ActionOf[]> {
  const { rows } = await sql<ActionOf>`
    select actions.id, actions.at::text as at, actions.type, actions.session_id as "sessionId", actions.ip, actions.browser,
      actions.system, counted.*
    from moderation_actions actions cross join lateral (
      select json_agg(
        json_build_object('id', events.id, 'undoes', events.undoes_id, 'isUndone', undoing.id is not null)
        order by events.position desc
      ) as events
      from audit_events events left join audit_events undoing on undoing.undoes_id = events.id
      where events.action_id = actions.id
    ) counted
    where actions.actor_id = ${actor}::uuid and actions.at >= ${since}::timestamptz
      and coalesce(actions.session_id = ${session}::uuid, ${session}::uuid is null)
    order by actions.position desc
  `.execute(statements(em));
  return rows;
}
