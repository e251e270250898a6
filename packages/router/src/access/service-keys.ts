import type { KeyScope, Role } from '@namecard/db';
import type { Deps } from '../context.ts';
import type { KeyActor, Origin } from './caller.ts';
import { roleOf } from './policy.ts';
import { findLiveKey, touchKey } from './service-keys.sql.ts';
import { hashOfToken } from './token.ts';

const keyShape = /^nk_[A-Za-z0-9_-]{43}$/;

/** Service keys and session tokens have different prefixes. */
export const isServiceKey = (token: string | undefined): token is string =>
  token?.startsWith('nk_') ?? false;

/** The role that a key with the scope acts in. Its procedures limit it more. */
const roleByScope: Record<KeyScope, Role> = {
  'profiles:read': 'user',
  'users:read': 'user',
  'changes:read': 'user',
  moderation: 'moderator',
  'users:write': 'admin',
  'users:invite': 'admin',
  'users:list': 'admin',
};

type LiveKey = {
  scopes: readonly KeyScope[];
  /** The actor for a call with this scope. */
  actorBy(scope: KeyScope): KeyActor;
};

/** One round trip. The creator must be an admin now, and not suspended. */
export async function findKey(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  token: string,
  origin: Origin,
): Promise<LiveKey | undefined> {
  const row = keyShape.test(token)
    ? await findLiveKey(em, { tokenHash: hashOfToken(token) })
    : undefined;
  if (!row || (row.maker && roleOf(row.maker, settings) !== 'admin')) {
    return undefined;
  }
  const { id, makerId, scopes } = row;
  if (row.isUntouched) {
    await touchKey(em, { id });
  }
  return {
    scopes,
    actorBy: (scope) => ({
      kind: 'key',
      id,
      makerId,
      role: roleByScope[scope],
      isListing: scopes.includes('users:list'),
      origin,
    }),
  };
}
