import type { KeyScope, Role } from '@namecard/db';
import type { Deps } from '../context.ts';
import type { KeyActor, Origin } from './caller.ts';
import { roleOf } from './policy.ts';
import { findLiveKey, touchKey } from './service-keys.sql.ts';
import { hashOfToken } from './token.ts';

const keyShape = /^nk_[A-Za-z0-9_-]{43}$/;

/** Whether a token is a service key's by its look, and not a session's. */
export const isServiceKey = (token: string | undefined): token is string =>
  token?.startsWith('nk_') ?? false;

/** Whose role a key acts in where it is called by a scope: of all that they may, its procedures allow a part. */
const roleByScope: Record<KeyScope, Role> = {
  'profiles:read': 'user',
  'users:read': 'user',
  'changes:read': 'user',
  moderation: 'moderator',
  'users:write': 'admin',
};

/** A key that serves at present. */
export type LiveKey = {
  scopes: readonly KeyScope[];
  /** Who acts where it is called by one of its scopes. */
  actorBy(scope: KeyScope): KeyActor;
};

/**
 * The key of a token, in one round trip; undefined where it has ended, or its maker is no admin any more: by their role, by
 * `ADMIN_EMAILS`, or because they are suspended. When their account is erased, so is the key.
 */
export async function findKey(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  token: string,
  origin: Origin,
): Promise<LiveKey | undefined> {
  const [row] = keyShape.test(token)
    ? await findLiveKey(em, { tokenHash: hashOfToken(token) })
    : [];
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
      origin,
    }),
  };
}
