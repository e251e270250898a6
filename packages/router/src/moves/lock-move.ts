import { Move } from '@namecard/db';
import type { Deps } from '../context.ts';
import { lockAddressesAndAccount, type OpenMove } from './moves.sql.ts';

/**
 * Locks both addresses, then the account, and reads the move again. `account` is
 * undefined if it was erased meanwhile. `move` is null if it is done or closed, or the
 * account has left the old address.
 */
export async function lockMove(
  em: Deps['em'],
  { id, userId, fromKey, toKey }: Pick<OpenMove, 'id' | 'userId' | 'fromKey' | 'toKey'>,
) {
  const account = await lockAddressesAndAccount(em, [fromKey, toKey], userId);
  const move =
    account?.emailKey === fromKey
      ? await em.findOne(Move, { id, closedAt: null, doneAt: null })
      : null;
  return { account, move };
}
