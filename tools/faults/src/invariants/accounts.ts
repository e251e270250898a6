import { statements } from '@namecard/db';
import type { Person } from './model.ts';
import type { Fixture } from './fixture.ts';

/** As an admin does, for an account that is not so already. */
export async function setSuspended(
  fixture: Fixture,
  { address, account }: Person,
  suspended: boolean,
): Promise<void> {
  if (!account || account.suspended === suspended) {
    return;
  }
  account.suspended = suspended;
  await statements(fixture.database.orm.em.fork())
    .updateTable('users')
    .set((row) => ({ suspendedAt: suspended ? row.fn('current_instant') : null }))
    .where('emailKey', '=', address)
    .execute();
  fixture.saw(suspended ? 'an account suspended' : 'an account active again');
}
