import { statements, type Database, type EventReason } from '@namecard/db';
import { sql, type Selectable } from 'kysely';
import type { EntityManager } from '../../context.ts';
import { amongSameRow } from '../../events/same-row.ts';
import type { Told } from '../../events/words.ts';

type Events = Selectable<Database['events']>;

/** What was done, as far as it takes to take it back. */
export type DoneEvent = Pick<Events, 'id' | 'action' | 'profile_id' | 'user_id' | 'username'> & {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
};

/** The events of an act, or the one event, in the order they were written in. */
export async function findDone(
  em: EntityManager,
  which: { act: string } | { event: string },
): Promise<DoneEvent[]> {
  const condition =
    'act' in which ? sql`act_id = ${which.act}::uuid` : sql`id = ${which.event}::uuid`;
  const { rows } = await sql<DoneEvent>`
    select id, action, profile_id, user_id, username, before, after from events
    where ${condition} order by position
  `.execute(statements(em));
  return rows;
}

/** What came after an event: what took it back, and the newest act on the same row since. */
export type Since = {
  id: string;
  undone: Told | null;
  later: Told | null;
  /** Why the row was hidden or suspended before what is to be taken back. */
  earlier: { reason: EventReason | null; note: string | null } | null;
};

const told = (table: string) => sql<Told>`
  json_build_object(
    'action', ${sql.ref(`${table}.action`)}, 'at', ${sql.ref(`${table}.at`)}::text,
    'reason', ${sql.ref(`${table}.reason`)}, 'undoes_id', ${sql.ref(`${table}.undoes_id`)},
    'actor', (select email from users where id = ${sql.ref(`${table}.actor_id`)})
  )
`;

const later = amongSameRow(
  (isOfSameRow) => sql`(
    select ${told('other')} from events other
    where ${isOfSameRow} and other.position > events.position
    order by other.position desc limit 1
  )`,
);

const earlier = amongSameRow(
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
      (select ${told('undoing')} from events undoing where undoing.undoes_id = events.id) as undone,
      ${later} as later, ${earlier} as earlier
    from events where events.id = any(${ids}::uuid[])
  `.execute(statements(em));
  return rows;
}
