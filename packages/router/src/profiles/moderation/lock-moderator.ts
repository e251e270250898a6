import { statements, type Role } from '@namecard/db';
import { sql } from 'kysely';
import { isSuspended, type Actor } from '../../auth/sessions.ts';
import type { Deps } from '../../context.ts';
import { AppError, tokenInvalid } from '../../errors.ts';

/** The refusal of whoever was a moderator when the call began, and is none by now. */
const moderatorNoMore = () =>
  new AppError('FORBIDDEN', 'ROLE_MISSING', 'You are not a moderator any more.');

/**
 * Has whoever acts stay who they are until the transaction ends: a change of their role, a suspension or an erasure comes
 * before this lock, and is heeded, or waits for it. Gives `TOKEN_INVALID`, `ROLE_MISSING`.
 */
export async function lockModerator(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  { userId }: Pick<Actor, 'userId'>,
): Promise<void> {
  const { rows } = await sql<{ email_key: string; role: Role; suspended: boolean }>`
    select email_key, role, ${isSuspended} as suspended from users where id = ${userId} for share
  `.execute(statements(em));
  const [row] = rows;
  if (!row || row.suspended) {
    throw tokenInvalid();
  }
  if (row.role === 'user' && !settings.adminEmails.has(row.email_key)) {
    throw moderatorNoMore();
  }
}
