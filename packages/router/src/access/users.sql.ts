import { type Database, identityNames } from '@namecard/db';
import { type RawBuilder, type Selectable, sql } from 'kysely';

export type Users = Selectable<Database['users']>;

/** The columns that a user's documented shape is made of. */
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

/** Whether a user is suspended at present; a suspension with an end is over then. */
export const isSuspended = isSuspendedAt(sql`current_instant()`);
