import { Move, type MoveEnder } from '@namecard/db';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { end } from './carry-out.ts';
import { moveCodeInvalid } from './errors.ts';
import { isCodeOf } from './match-code.ts';
import {
  addressesOfMoves,
  lockAddressesAndAccount,
  type OpenMove,
  revocable,
} from './moves.sql.ts';

/** Compares with a dummy if there is no move, so the time tells nothing. */
const findRevoked = (
  { keys }: Deps,
  moves: readonly OpenMove[],
  address: string,
  otp: string,
) => {
  const dummy = {
    id: '',
    userId: '',
    keyId: keys.current.id,
    fromKey: address,
    toKey: '',
  };
  const [first = dummy, ...others] = moves;
  return [first, ...others].find(
    (move) => isCodeOf(keys, 'undo', move, otp) && move !== dummy,
  );
};

/**
 * Ends an account's move in a transaction of its own: with the account's addresses and
 * row locked. Returns false if the move is not open any more.
 * @param isAllowed judges the locked move
 */
export async function endMove(
  deps: Deps,
  { id, userId }: { id: string; userId: string },
  by: MoveEnder,
  isAllowed: (move: Move, inner: Deps) => boolean | Promise<boolean>,
): Promise<boolean> {
  for (;;) {
    const ended = await inTransaction(deps, async (inner) => {
      const { em } = inner;
      const addresses = await addressesOfMoves(em, userId);
      if (!(await lockAddressesAndAccount(em, addresses, userId))) {
        return false;
      }
      const now = await addressesOfMoves(em, userId);
      if (now.some((address) => !addresses.includes(address))) {
        // Another move came before the locks. They are taken again, in their order.
        return 'again';
      }
      const moves = await em.find(Move, { userId, closedAt: null });
      const move = moves.find((one) => one.id === id);
      if (!move || !(await isAllowed(move, inner))) {
        return false;
      }
      await end(inner, move, { moves, by });
      return true;
    });
    if (ended !== 'again') {
      return ended;
    }
  }
}

/**
 * Stops a waiting move, or takes a done one back, with the code of a notice to the old
 * address. Needs no session, works for a suspended account and leaves its suspension.
 * Fails with `CODE_INVALID`.
 */
export async function undoMove(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
): Promise<{ data: null }> {
  const address = addressKey(email);
  const moves = await revocable(deps.em, { address });
  const found = findRevoked(deps, moves, address, otp);
  const isRevocable = async (_: Move, { em }: Deps) =>
    (await revocable(em, { address })).some(({ id }) => id === found?.id);
  if (!found || !(await endMove(deps, found, 'address', isRevocable))) {
    throw moveCodeInvalid();
  }
  return { data: null };
}
