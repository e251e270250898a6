import { Move } from '@namecard/db';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { type LockedAccount, lockAddressesAndAccount, openMovesOf } from './moves.sql.ts';

export type Locked = {
  /** Undefined if it was erased meanwhile. */
  account: LockedAccount | undefined;
  /** All moves of the account that are open or can be taken back. */
  moves: readonly Move[];
};

/**
 * Calls `act` in a transaction that holds the addresses of the account's moves, then the
 * account. What was read before may have changed meanwhile.
 * @param by the admin who acts. Other admins lock the account and all admins in the order
 * of their ids.
 */
export async function lockingMoves<Given extends Pick<Deps, 'em'>, Result>(
  deps: Given,
  userId: string,
  act: (inner: Given, locked: Locked) => Promise<Result>,
  by: string | null = null,
): Promise<Result> {
  for (;;) {
    const done = await inTransaction(deps, async (inner) => {
      const { em } = inner;
      const seen = await openMovesOf(em, userId);
      const addresses = new Set(seen.flatMap(({ fromKey, toKey }) => [fromKey, toKey]));
      const given = { addresses: [...addresses], userId, by };
      const account = await lockAddressesAndAccount(em, given);
      const open = await openMovesOf(em, userId);
      const isSeen = new Set(seen.map(({ id }) => id));
      if (open.some(({ id }) => !isSeen.has(id))) {
        // Another move began before the locks. They are taken again, in their order.
        return undefined;
      }
      const moves = await em.find(Move, { id: open.map(({ id }) => id) });
      return { result: await act(inner, { account, moves }) };
    });
    if (done) {
      return done.result;
    }
  }
}
