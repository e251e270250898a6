import { identityNames, prepared, statements, type Value } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { userColumns, type UserRow } from '../access/queries.ts';
import type { EntityManager } from '../context.ts';
import { usernameKey } from '../text.ts';
import { UpdateMeInput } from './schemas.ts';

const ownColumns = ['username', 'usernameKey', ...identityNames] as const;

/** As `sent` has it where it has it, else as it is. An empty identity is no identity. */
const sentOr = (sent: RawBuilder<string>, column: (typeof ownColumns)[number]) =>
  sql<string | null>`case when ${sent}::jsonb ? ${sql.lit(column)}
    then nullif(${sent}::jsonb ->> ${sql.lit(column)}, '') else ${sql.ref(column)} end`;

const writeRow = prepared((database, value: Value<{ id: string; sent: string }>) =>
  database
    .updateTable('users')
    .set(Object.fromEntries(ownColumns.map((column) => [column, sentOr(value('sent'), column)])))
    .set({ updatedAt: sql`current_instant()` })
    .where('id', '=', value('id'))
    .returning(userColumns),
);

/** Writes what was sent of a user's own record. Returns nothing where they have been erased meanwhile. */
export async function writeUser(
  em: EntityManager,
  id: string,
  input: z.infer<typeof UpdateMeInput>,
): Promise<UserRow | undefined> {
  const sent = { ...input, usernameKey: input.username && usernameKey(input.username) };
  const [row] = await writeRow(em, { id, sent: JSON.stringify(sent) });
  return row;
}

/** Deletes the user with all that hangs on the row, and the mails and codes that are still on their way to them. */
export const eraseUser = (em: EntityManager, userId: string) =>
  sql`
    with erased as (delete from users where id = ${userId} returning email_key),
    forgotten as (delete from challenges where email in (select email_key from erased))
    delete from outbox where recipient in (select email_key from erased)
  `.execute(statements(em));
