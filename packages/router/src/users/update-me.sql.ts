import {
  batchedWrite,
  columnsOf,
  type Executor,
  identityNames,
  isFree,
  preparedSql,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import { userColumns, type UserRow } from '../access/users.sql.ts';
import { hasBeenHeld, restUsernames } from '../usernames.sql.ts';
import type { UpdateMeInput } from './schemas.ts';

type Column = 'username' | 'usernameKey' | (typeof identityNames)[number];

/** Left out what stays as it is, empty what is cleared. */
type Changes = { [One in Column]?: string | undefined };

/** What an update sets of these columns, and when. */
const changing = (columns: readonly Column[], value: Value<Changes>) =>
  sql`${sql.join(
    columns.map((name) => {
      const [column, changed] = [sql.ref(name), value(name)];
      return sql`${column} = case when ${changed}::text is null then ${column} else nullif(${changed}, '') end`;
    }),
  )}, updated_at = current_instant()`;

type Given = Changes & { id: string };

const identities = batchedWrite<Given, UserRow>({
  columns: ['id uuid', ...identityNames.map((name) => `"${name}" text`)].join(', '),
  isFree: isFree('users', 'id', 'id'),
  statement: sql`
    update users set ${changing(identityNames, (name) => sql.raw(`chosen."${name}"`))}
    from chosen where users.id = chosen.id returning ${columnsOf('users', userColumns)}
  `,
  keyOf: ({ id }) => id,
  keyOfRow: ({ id }) => id,
});

/** A username in lower case and its keyed hash. */
type Name = { key: string; hash: string };

/** The username that is taken, and the one that was held when the call began. */
export type Renaming = { taken: Name | undefined; held: Name | undefined };

type RenamingValues = { [Part in 'hash' | 'heldKey' | 'heldHash']: string | undefined };

/**
 * Only the name that was held when the call began can rest: one that another call has given them since has not been held for a
 * week.
 */
const renameRow = preparedSql(
  (value: Value<Changes & RenamingValues & { id: string }>) => {
    const takenKey = sql`nullif(${value('usernameKey')}::text, '')`;
    return sql<UserRow>`
    with resting as (${restUsernames(sql`
      select 'users', ${value('heldHash')}::text, id from users
      where id = ${value('id')} and username_key = ${value('heldKey')}::text
        and username_key is distinct from ${takenKey} and ${hasBeenHeld(sql`username_since`)}
    `)})
    update users set ${changing(['username', 'usernameKey', ...identityNames], value)},
      username_since = case when username_key is not distinct from ${takenKey} then username_since else current_instant() end
    where id = ${value('id')}
    returning ${columnsOf('users', userColumns)}, claim_username('users', ${value('hash')}::text, id)
  `;
  },
);

/**
 * Writes what was sent of a user's own record, and has a username that they give up rest. Returns nothing where they have been
 * erased meanwhile. A username that rests for them fails as one that another has.
 * @param renaming where a username was sent, or `null` for none
 */
export async function writeUser(
  em: Executor,
  id: string,
  input: z.infer<typeof UpdateMeInput>,
  renaming: Renaming | undefined,
): Promise<UserRow | undefined> {
  const changes: Changes = Object.fromEntries(
    Object.entries(input).map(([column, value]) => [column, value === null ? '' : value]),
  );
  if (!renaming) {
    return identities.together(em, { id, ...changes });
  }
  const [row] = await renameRow(em, {
    id,
    ...changes,
    usernameKey: renaming.taken?.key ?? '',
    hash: renaming.taken?.hash,
    heldKey: renaming.held?.key,
    heldHash: renaming.held?.hash,
  });
  return row;
}
