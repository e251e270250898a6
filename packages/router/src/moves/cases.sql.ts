import { allRows, type Executor, firstRow, hasRow } from '@namecard/db';
import { sql } from 'kysely';
import { secondsUntil } from '../access/limits.sql.ts';
import { isAdminRow, isSuspended } from '../access/users.sql.ts';
import type { Settings } from '../context.ts';

/** Whether somebody acts as an admin now. */
export const isAdmin = (
  em: Executor,
  id: string,
  { adminEmails }: Pick<Settings, 'adminEmails'>,
): Promise<boolean> =>
  hasRow(em)`
    select from users where id = ${id}::uuid and not ${isSuspended} and ${isAdminRow(adminEmails)}
  `;

/**
 * Cases that one admin opens in 24 hours. Lost mailboxes are rare. Colleagues must be able
 * to look at each case that a rogue admin or a stolen session opens.
 */
const casesPerDay = 10;

/** Seconds until the admin may open a case; undefined if now. */
export async function waitForCase(
  em: Executor,
  admin: string,
): Promise<number | undefined> {
  const row = await firstRow(em)<{ seconds: number }>`
    select ${secondsUntil(sql`asked_at + interval '24 hours'`)} as seconds from moves
    where opened_by = ${admin}::uuid and asked_at > current_instant() - interval '24 hours'
    order by asked_at desc offset ${casesPerDay - 1} limit 1
  `;
  return row?.seconds;
}

/** Open items about ended moves of the account that this person may not close. */
export async function contestedKeptFrom(
  em: Executor,
  userId: string,
  person: string | null,
): Promise<string[]> {
  const rows = await allRows(em)<{ id: string }>`
    select id from items
    where user_id = ${userId}::uuid and kind = 'contested' and closed_at is null and kept_from = ${person}::uuid
  `;
  return rows.map(({ id }) => id);
}

/** Whether the old address ever ended a move of this account. */
export const wasContested = (em: Executor, userId: string): Promise<boolean> =>
  hasRow(em)`
    select from moves where user_id = ${userId}::uuid and ended_by = 'address' limit 1
  `;
