import { OutboxMail, statements } from '@namecard/db';
import { sql } from 'kysely';
import type { TestService } from './use-service.ts';

export async function rowsOf({ orm }: TestService, table: string): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select row_to_json(t)::text as row from ${sql.table(table)} t order by 1
  `.execute(statements(orm.em.fork()));
  return rows.map(({ row }) => row);
}

/** It still holds ids of erased users, for other programs. */
const changeLog = ['changes', 'pending_changes'];

/** All rows except the change log's, as text. */
export async function dump(service: TestService): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> all (${changeLog}) order by 1
  `.execute(statements(service.orm.em.fork()));
  const tables = await Promise.all(
    rows.map(async ({ name }) => `${name}\n${(await rowsOf(service, name)).join('\n')}`),
  );
  return tables.join('\n');
}

/** The oldest first. */
export const mailsTo = ({ orm }: TestService, email: string) =>
  orm.em
    .fork()
    .find(
      OutboxMail,
      { recipient: email.toLowerCase() },
      { orderBy: { createdAt: 'asc', id: 'asc' } },
    );

/** The oldest first. */
export const eventsOf = ({ orm }: TestService, userId: string) =>
  statements(orm.em.fork())
    .selectFrom('audit_events')
    .innerJoin('moderation_actions', 'moderation_actions.id', 'audit_events.actionId')
    .select(['actionId', 'audit_events.type', 'before', 'after', 'subjectRevision'])
    .select([
      'actorId',
      'moderation_actions.reason',
      'moderation_actions.note',
      'privateNote',
      'ip',
    ])
    .where('userId', '=', userId)
    .orderBy('audit_events.position')
    .execute();

/** Wrong short guesses; undefined if the address has no row. */
export async function guessesOf(
  { orm }: TestService,
  email: string,
): Promise<number | undefined> {
  const row = await statements(orm.em.fork())
    .selectFrom('addresses')
    .select(sql<number>`cardinality(guesses)`.as('guesses'))
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst();
  return row?.guesses;
}
