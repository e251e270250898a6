import type { Executor } from '@namecard/db';
import type { Settings } from '../context.ts';
import { readAdmins } from './admins.sql.ts';
import { suppressedAmong } from './recipients.sql.ts';

/** By role or by `ADMIN_EMAILS`. Leaves out addresses that operators blocked. */
export async function adminsToMail(
  em: Executor,
  { adminEmails }: Pick<Settings, 'adminEmails'>,
): Promise<string[]> {
  const admins = new Map(
    [...adminEmails, ...(await readAdmins(em))].map((to) => [to.toLowerCase(), to]),
  );
  const suppressed = await suppressedAmong(em, [...admins.keys()]);
  return [...admins].flatMap(([key, to]) => (suppressed.has(key) ? [] : to));
}
