import { type Database, identityNames } from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export type Users = Selectable<Database['users']>;

/** The columns of a user in the API. */
export const userColumns = [
  'id',
  'email',
  'username',
  'createdAt',
  'updatedAt',
  ...identityNames,
] as const;

export type UserRow = Pick<Users, (typeof userColumns)[number]>;

export const isSuspendedAt = (instant: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(suspended_until > ${instant}, suspended_at is not null)`;

/** Whether a user is suspended now. A suspension may have an end. */
export const isSuspended = isSuspendedAt(sql`current_instant()`);
