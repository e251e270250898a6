import type { Role } from '@namecard/db';
import type { Deps } from '../context.ts';
import { tokenInvalid } from '../errors.ts';
import type { Moderator } from './caller.ts';
import { configuredAdmin, roleLost } from './errors.ts';
import { lockActor } from './locks.sql.ts';
import { canActOn, personOf, roleOf } from './policy.ts';
import { lockLiveKey } from './service-keys.sql.ts';

/**
 * Checks the actor's role and key, and keeps others from changing them until the
 * transaction ends. Fails with `TOKEN_INVALID`, `ROLE_MISSING`.
 */
export async function lockModerator(
  deps: Pick<Deps, 'em' | 'settings'>,
  actor: Moderator,
  role: Exclude<Role, 'user'> = 'moderator',
): Promise<void> {
  const person = personOf(actor);
  if (person !== null) {
    const row = await lockActor(deps.em, { id: person });
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

/**
 * The same for the role in which the actor acts: a former admin, whom other limits hold,
 * is refused.
 */
export const lockInRole = (deps: Pick<Deps, 'em' | 'settings'>, actor: Moderator) =>
  lockModerator(
    deps,
    actor,
    actor.kind === 'user' && actor.role === 'admin' ? 'admin' : 'moderator',
  );

/** Call it after the lock on the key's creator. Fails with `TOKEN_INVALID`. */
export async function lockKey({ em }: Pick<Deps, 'em'>, actor: Moderator): Promise<void> {
  if (actor.kind === 'key' && !(await lockLiveKey(em, actor.id))) {
    throw tokenInvalid();
  }
}

/** Call it before each action of `canActOn`. Fails with `CONFIGURED_ADMIN`. */
export function requireCanActOn(
  { settings }: Pick<Deps, 'settings'>,
  actor: Moderator,
  emailKey: string,
): void {
  if (!canActOn(actor, emailKey, settings)) {
    throw configuredAdmin();
  }
}
