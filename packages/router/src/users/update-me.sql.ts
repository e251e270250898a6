import {
  batchedWrite,
  columnsOf,
  type Executor,
  identityNames,
  lockIfFree,
  preparedRow,
  type Value,
} from '@namecard/db';
import { sql } from 'kysely';
import type { z } from 'zod';
import { countingWrites, mostChosen } from '../access/limits.sql.ts';
import { userColumns, type UserRow } from '../access/users.sql.ts';
import { hasBeenHeld, restUsernames } from '../usernames.sql.ts';
import type { UpdateMeInput } from './schemas.ts';

type Column = 'username' | 'usernameKey' | (typeof identityNames)[number];

/** A missing column stays as it is. An empty one is cleared. */
type Changes = { [One in Column]?: string | undefined };

const changing = (columns: readonly Column[], value: Value<Changes>) =>
  sql`${sql.join(
    columns.map((name) => {
      const [column, changed] = [sql.ref(name), value(name)];
      return sql`${column} = case when ${changed}::text is null then ${column} else nullif(${changed}, '') end`;
    }),
  )}, updated_at = current_instant()`;

type Given = Changes & { id: string; counter: string; mostWrites: number };

const identities = batchedWrite<Given, UserRow>({
  columns: [
    'id uuid, counter text, "mostWrites" int',
    ...identityNames.map((name) => `"${name}" text`),
  ].join(', '),
  lockIfFree: lockIfFree('users', 'id', 'id'),
  parts: [
    sql`target as materialized (select chosen.* from users join chosen on users.id = chosen.id for no key update of users)`,
    sql`counted as (${countingWrites(sql`select counter as key from target`, mostChosen)})`,
  ],
  statement: sql`
    update users set ${changing(identityNames, (name) => sql.raw(`target."${name}"`))}
    from target join counted on counted.key = target.counter where users.id = target.id returning ${columnsOf('users', userColumns)}
  `,
  keyOf: ({ id }) => id,
  keyOfRow: ({ id }) => id,
});

type Name = { key: string; hash: string };

/** `taken` is the new username, `held` the one at the start of the call. */
export type Renaming = { taken: Name | undefined; held: Name | undefined };

type RenamingValues = { [Part in 'hash' | 'heldKey' | 'heldHash']: string | undefined };

/** Lets the username rest that was held at the start. A newer one is too new. */
const renameRow = preparedRow(
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

type Input = z.infer<typeof UpdateMeInput>;

const changesOf = (input: Input): Changes =>
  Object.fromEntries(
    Object.entries(input).map(([column, value]) => [column, value === null ? '' : value]),
  );

/** Returns nothing for an erased user, and if the account has no write left. */
export const writeIdentities = async (
  em: Executor,
  given: Pick<Given, 'id' | 'counter' | 'mostWrites'>,
  input: Input,
): Promise<UserRow | undefined> =>
  identities.together(em, { ...given, ...changesOf(input) });

/** Returns nothing for an erased user. Names that rest for others are taken. */
export const renameUser = async (
  em: Executor,
  id: string,
  input: Input,
  renaming: Renaming,
): Promise<UserRow | undefined> =>
  renameRow(em, {
    id,
    ...changesOf(input),
    usernameKey: renaming.taken?.key ?? '',
    hash: renaming.taken?.hash,
    heldKey: renaming.held?.key,
    heldHash: renaming.held?.hash,
  });
