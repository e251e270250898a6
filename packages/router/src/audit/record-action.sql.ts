import { type Database, preparedSql, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { decisionOfReport } from '../items/decision-of-report.sql.ts';

/** Written by the trigger `mark_undone`. */
type Marked = 'undoneBy' | 'stands' | 'chainId';

/** The columns that are written. The database sets the others. */
const written = {
  id: 'uuid',
  actionId: 'uuid',
  type: 'text',
  userId: 'uuid',
  profileId: 'uuid',
  username: 'text',
  subjectRevision: 'int',
  reason: 'text',
  note: 'text',
  before: 'jsonb',
  after: 'jsonb',
  undoesId: 'uuid',
} satisfies Record<
  Exclude<keyof Database['audit_events'], 'position' | 'at' | Marked>,
  string
>;

const ofWritten = (write: (name: string, type: string) => RawBuilder<unknown>) =>
  sql.join(Object.entries(written).map(([name, type]) => write(name, type)));

/** Whether there was a report, also one that was passed on to a second look. */
const isReported = (where: RawBuilder<unknown>) => sql`exists (
  select from items cross join lateral (${decisionOfReport}) decision where items.kind = 'reported' and ${where}
)`;

/**
 * `after`, and whether the decision follows a report: the people concerned must learn it.
 * An undo follows a report if what it returns to did.
 */
const withReport = sql`case
  when type = 'profile.hidden' and ${isReported(sql`items.profile_id = "profileId" and decision.closed_at is null`)}
    or type = 'profile.hidden' and (
      select earlier.after ->> 'afterReport' = 'true' from audit_events undone join audit_events earlier
        on earlier.profile_id = undone.profile_id and earlier.type = 'profile.hidden' and earlier.position < undone.position
      where undone.id = "undoesId" order by earlier.position desc limit 1
    ) or type = 'user.suspended' and ${isReported(
      sql`items.user_id = "userId" and (decision.closed_at is null or decision.outcome = 'hidden')`,
    )} then after || '{"afterReport": true}' else after end`;

/**
 * Inserts events in order from a JSON array. A parameter per value, as in the
 * ORM, is several times slower for a hundred events.
 */
export const insertEvents = preparedSql(
  (value: Value<{ events: string }>) => sql`
    insert into audit_events (${ofWritten((name) => sql.id(name))})
    select ${ofWritten((name) => (name === 'after' ? withReport : sql.raw(`"${name}"`)))}
    from json_to_recordset(${value('events')}::json) as event (${ofWritten((name, type) =>
      sql.raw(`"${name}" ${type}`),
    )})
  `,
);
