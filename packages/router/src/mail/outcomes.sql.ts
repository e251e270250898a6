import {
  doneTogether,
  type Executor,
  preparedSql,
  statements,
  unplanned,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import { withoutWaiting } from '../without-waiting.sql.ts';

const giveBack = preparedSql(
  (value: Value<{ ids: readonly string[] }>) => sql`
    update outbox set attempts = attempts - 1, next_at = current_instant()
    where id = any(${unplanned(value('ids'), sql`uuid[]`)}) and state = 'queued'
  `,
);

/** Makes a claimed mail due again whose delivery has not begun. */
export const giveBackMail = doneTogether(async (em, ids: readonly string[]) => {
  await giveBack(em, { ids });
  return ids.map(() => undefined);
});

type Taken = { id: string; messageId: string };

const recordTaken = preparedSql(
  (value: Value<{ ids: readonly string[]; messageIds: readonly string[] }>) => sql<{
    id: string;
    seconds: number;
  }>`
    with taken as (
      select * from unnest(
        ${unplanned(value('ids'), sql`uuid[]`)}, ${unplanned(value('messageIds'), sql`text[]`)}
      ) as taken (id, message_id)
    )
    update outbox o set state = 'sent', sent_at = current_instant(), message_id = taken.message_id, outcome = null
    from taken where o.id = taken.id and ${withoutWaiting}
    returning o.id, extract(epoch from sent_at - due_since)::float8 as seconds
  `,
);

/** Returns the seconds since the mail was due; undefined if it was erased. */
export const recordSent = doneTogether(async (em, taken: readonly Taken[]) => {
  const [ids, messageIds] = [
    taken.map(({ id }) => id),
    taken.map(({ messageId }) => messageId),
  ];
  const rows = await recordTaken(em, { ids, messageIds });
  const seconds = new Map(rows.map((row) => [row.id, row.seconds]));
  return ids.map((id) => seconds.get(id));
});

/** Returns the instant in so many seconds; undefined if the mail was erased. */
export async function lockMail(
  em: Executor,
  id: string,
  seconds: number,
): Promise<string | undefined> {
  const row = await statements(em)
    .selectFrom('outbox')
    .select(
      sql<string>`(current_instant() + make_interval(secs => ${seconds}))::text`.as('at'),
    )
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.at;
}
