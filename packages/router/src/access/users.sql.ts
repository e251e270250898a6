import { identityNames, type RowOf } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

export type Users = RowOf<'users'>;

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

/** Whether a user is named in `ADMIN_EMAILS`. */
export const isConfigured = (adminEmails: Iterable<string>) =>
  sql<boolean>`email_key = any(${[...adminEmails]}::text[])`;

/** Whether a user is an admin, by the role or by `ADMIN_EMAILS`. */
export const isAdminRow = (adminEmails: Iterable<string>) =>
  sql<boolean>`(role = 'admin' or ${isConfigured(adminEmails)})`;
