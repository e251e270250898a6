import { type Executor, preparedSql, statements } from '@namecard/db';
import { sql } from 'kysely';
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
    select from outbox where state = 'queued' and not held and next_at <= current_instant() limit 1
  `,
);

/** Whether a sign-in mail is due that the budget does not hold. */
export const isSignInMailDue = async (em: Executor): Promise<boolean> =>
  (await findDue(em)).length > 0;
