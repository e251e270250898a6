import type { Role } from '@namecard/db';
import type { Deps } from '../context.ts';
import { tokenInvalid } from '../errors.ts';
import type { Moderator } from './caller.ts';
import { configuredAdmin, roleLost } from './errors.ts';
import { lockActor } from './locks.sql.ts';
import { canActOn, personOf, roleOf } from './policy.ts';
import { lockLiveKey } from './service-keys.sql.ts';

/**
 * Has the actor stay who they are until the transaction ends: a change of their role, a suspension or an erasure comes before
 * this lock, and is heeded, or waits for it; so does the end of a key. An operator has no row that could change. Gives
 * `TOKEN_INVALID`, `ROLE_MISSING`.
 */
export async function lockModerator(
  deps: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
  role: Exclude<Role, 'user'> = 'moderator',
): Promise<void> {
  const person = personOf(actor);
  if (person !== null) {
    const row = await lockActor(deps.em, person);
    if (!row || row.isSuspended) {
      throw tokenInvalid();
    }
    const has = roleOf(row, deps.settings);
    if (actor.kind === 'key' && has !== 'admin') {
      throw tokenInvalid();
    }
    if (has === 'user' || (role === 'admin' && has !== role)) {
      throw roleLost(role);
    }
  }
  await lockKey(deps, actor);
}

/** Has a key, if one acts, not end before the transaction does. Goes after the lock on its maker. Gives `TOKEN_INVALID`. */
export async function lockKey({ em }: Pick<Deps, 'em'>, actor: Moderator): Promise<void> {
  if (actor.kind === 'key' && !(await lockLiveKey(em, actor.id))) {
    throw tokenInvalid();
  }
}

/** Goes before every action that `canActOn` decides about. Gives `CONFIGURED_ADMIN`. */
export function requireCanActOn(
  { settings }: Pick<Deps, 'settings'>,
  actor: Moderator,
  emailKey: string,
): void {
  if (!canActOn(actor, emailKey, settings)) {
    throw configuredAdmin();
  }
}
