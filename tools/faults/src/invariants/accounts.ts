import { statements } from '@namecard/db';
import { expectKnown } from './guessing.ts';
import type { Instance } from './instance.ts';
import type { Person } from './model.ts';
import type { Fixture } from './fixture.ts';

/** Ends the person's newest session, if there is one. */
export async function signOut(
  fixture: Fixture,
  instance: Instance,
  person: Person,
): Promise<void> {
  const token = person.account?.tokens.pop();
  if (token === undefined || !(await instance.knows(token))) {
    return;
  }
  await instance.signOut(token);
  fixture.saw('a session ended');
  await expectKnown(fixture, token, false);
}

/** Suspends an account. None of its tokens works, and none works again later. */
export async function suspend(
  fixture: Fixture,
  { address, account }: Person,
): Promise<void> {
  if (!account) {
    return;
  }
  await setSuspended(fixture, address, true);
  account.suspended = true;
  const tokens = account.tokens.splice(0);
  for (const token of tokens) {
    await expectKnown(fixture, token, false);
  }
  fixture.saw('an account suspended');
}

export async function unsuspend(
  fixture: Fixture,
  { address, account }: Person,
): Promise<void> {
  if (account?.suspended === true) {
    await setSuspended(fixture, address, false);
    account.suspended = false;
  }
}

/**
 * Ends all sessions and stops new ones in one transaction, as an admin's
 * suspension does.
 */
async function setSuspended(
  fixture: Fixture,
  address: string,
  suspended: boolean,
): Promise<void> {
  await fixture.database.orm.em.fork().transactional(async (em) => {
    await statements(em)
      .updateTable('users')
      .set((row) => ({ suspendedAt: suspended ? row.fn('current_instant') : null }))
      .where('emailKey', '=', address)
      .execute();
    if (suspended) {
      await statements(em)
        .updateTable('sessions')
        .set((row) => ({ endedAt: row.fn('current_instant') }))
        .where('endedAt', 'is', null)
        .where('userId', 'in', (query) =>
          query.selectFrom('users').select('id').where('emailKey', '=', address),
        )
        .execute();
    }
  });
}
