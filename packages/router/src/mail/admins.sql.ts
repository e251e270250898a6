import { type Executor, preparedSql, statements } from '@namecard/db';
import { sql } from 'kysely';
import { isHeldByProvider } from './provider-hold.sql.ts';
import { isSuspended } from '../access/users.sql.ts';

/** Addresses of users with the role admin. Leaves out suspended ones. */
export async function readAdmins(em: Executor): Promise<string[]> {
  const rows = await statements(em)
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where(isSuspended, '=', false)
    .execute();
  return rows.map(({ email }) => email);
}

const findDue = preparedSql(
  () => sql`
    select from outbox o where o.state = 'queued' and not o.held
      and (not (o.attempts > 0) and o.next_at <= current_instant() or ${isHeldByProvider}) limit 1
  `,
);

/**
 * Whether a sign-in mail is due that was not tried yet and the budget does not hold, or the
 * provider refuses all.
 */
export const isSignInMailDue = async (em: Executor): Promise<boolean> =>
  (await findDue(em)).length > 0;
