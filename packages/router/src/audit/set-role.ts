import type { Role, User } from '@namecard/db';
import { roleOf } from '../access/policy.ts';
import { endKeysOf } from '../access/service-keys.sql.ts';
import { endSessions } from '../access/sessions.ts';
import type { Deps } from '../context.ts';
import { freeLeases } from '../items/leases.sql.ts';
import type { NewEvent } from './record-action.ts';

/**
 * Returns the event. Frees the user's leases. Ends service keys of a user who is no
 * admin now, and test-login sessions of a user with a role.
 */
export async function setRole(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  user: User,
  to: Role,
): Promise<NewEvent> {
  const before = { role: user.role };
  const { revision } = user;
  if (to !== 'user') {
    await endSessions({ em }, user.id, { test: true });
  }
  user.changeRole(to);
  await freeLeases(em, { person: user.id });
  if (roleOf(user, settings) !== 'admin') {
    await endKeysOf(em, user.id);
  }
  return {
    type: 'user.role_changed',
    userId: user.id,
    subjectRevision: revision + 1,
    before,
    after: { role: to },
  };
}
