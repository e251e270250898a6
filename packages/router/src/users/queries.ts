import { type Executor, identityNames, prepared, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { userColumns, type UserRow } from '../access/queries.ts';
import { usernameKey } from '../text.ts';
import type { UpdateMeInput } from './schemas.ts';

const ownColumns = ['username', 'usernameKey', ...identityNames] as const;

type OwnColumn = (typeof ownColumns)[number];

/** Left out what stays as it is, empty what is cleared. */
type Changes = { [Column in OwnColumn]?: string | undefined };

const changedOr = (changed: RawBuilder<string | undefined>, column: OwnColumn) =>
  sql<
    string | null
  >`case when ${changed}::text is null then ${sql.ref(column)} else nullif(${changed}, '') end`;

const writeRow = prepared((database, value: Value<Changes & { id: string }>) =>
  database
    .updateTable('users')
    .set(Object.fromEntries(ownColumns.map((column) => [column, changedOr(value(column), column)])))
    .set({ updatedAt: sql`current_instant()` })
    .where('id', '=', value('id'))
    .returning(userColumns),
);

/** Writes what was sent of a user's own record. Returns nothing where they have been erased meanwhile. */
export async function writeUser(
  em: Executor,
  id: string,
  input: z.infer<typeof UpdateMeInput>,
): Promise<UserRow | undefined> {
  const sent = { ...input, usernameKey: input.username && usernameKey(input.username) };
  const changes: Changes = Object.fromEntries(
    ownColumns.map((column) => [column, sent[column] === null ? '' : sent[column]]),
  );
  const [row] = await writeRow(em, { id, ...changes });
  return row;
}

/** Deletes the user with all that hangs on the row, and the mails and codes that are still on their way to them. */
export const eraseUser = (em: Executor, userId: string) =>
  sql`
    with erased as (delete from users where id = ${userId} returning email_key),
    forgotten as (delete from challenges where email in (select email_key from erased))
    delete from outbox where recipient in (select email_key from erased)
  `.execute(statements(em));
