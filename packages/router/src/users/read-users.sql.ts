import { columnsOf, preparedRow, type RowOf, type Value } from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended } from '../access/users.sql.ts';

const knownColumns = [
  'id',
  'username',
  'emailKey',
  'role',
  'createdAt',
  'updatedAt',
] as const;

/** A user as programs see them, with the columns that decide their role. */
export type KnownRow = RowOf<'users', (typeof knownColumns)[number]> & {
  isSuspended: boolean;
};

export const findKnown = preparedRow(
  (value: Value<{ id: string }>) => sql<KnownRow>`
    select ${columnsOf('users', knownColumns)}, ${isSuspended} as "isSuspended"
    from users where id = ${value('id')}
  `,
);
