import { type Database, type EventReason as ModerationReason, statements } from '@namecard/db';
import { type Selectable, sql } from 'kysely';
import type { EventSummary } from '../../audit/messages.ts';
import { amongSameRow } from '../../audit/queries.ts';
import type { EntityManager } from '../../context.ts';

type Events = Selectable<Database['events']>;

/** What was done, as far as it takes to undo it. */
export type DoneEvent = Pick<Events, 'id' | 'action' | 'profile_id' | 'user_id' | 'username'> & {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** The events of an action, or the one event, in the order they were written in. */
export async function findDone(
  em: EntityManager,
  which: { action: string } | { event: string },
): Promise<DoneEvent[]> {
  const condition =
    'action' in which ? sql`act_id = ${which.action}::uuid` : sql`id = ${which.event}::uuid`;
  const { rows } = await sql<DoneEvent>`
    select id, action, profile_id, user_id, username, before, after from events
    where ${condition} order by position
  `.execute(statements(em));
  return rows;
}

/** What came after an event: what undid it, and the newest event of the same row since. */
export type Since = {
  id: string;
  undone: EventSummary | null;
  later: EventSummary | null;
  /** Why the row was hidden or suspended before what is to be undone. */
  earlier: { reason: ModerationReason | null; note: string | null } | null;
};

const summary = (table: string) => sql<EventSummary>`
  json_build_object(
    'action', ${sql.ref(`${table}.action`)}, 'at', ${sql.ref(`${table}.at`)}::text,
    'reason', ${sql.ref(`${table}.reason`)}, 'undoes_id', ${sql.ref(`${table}.undoes_id`)},
    'actor', (select email from users where id = ${sql.ref(`${table}.actor_id`)})
  )
`;

const laterEvent = amongSameRow(
  (isOfSameRow) => sql`(
    select ${summary('other')} from events other
    where ${isOfSameRow} and other.position > events.position
    order by other.position desc limit 1
  )`,
);

const earlierEvent = amongSameRow(
  (isOfSameRow) => sql`(
    select json_build_object('reason', other.reason, 'note', other.note) from events other
    where ${isOfSameRow} and other.position < events.position
      and other.action in ('profile.hidden', 'user.suspended')
    order by other.position desc limit 1
  )`,
);

/** What came after each event. Read once the rows are locked: nothing more comes then. */
export async function readSince(em: EntityManager, ids: readonly string[]): Promise<Since[]> {
  const { rows } = await sql<Since>`
    select events.id,
      (select ${summary('undoing')} from events undoing where undoing.undoes_id = events.id) as undone,
      ${laterEvent} as later, ${earlierEvent} as earlier
    from events where events.id = any(${ids}::uuid[])
  `.execute(statements(em));
  return rows;
}
