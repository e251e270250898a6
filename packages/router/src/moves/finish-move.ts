import type { SignedInUser } from '../access/caller.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { carryOut } from './carry-out.ts';
import {
  addressConfigured,
  addressTaken,
  moveCodeInvalid,
  movedRecently,
} from './errors.ts';
import { lockMove } from './lock-move.ts';
import { isCodeOf } from './match-code.ts';
import { isSessionLive, isTaken, movesOfSession, restsUntil } from './moves.sql.ts';
import { mayMove } from './start-move.ts';

/**
 * Moves the account with the codes of both addresses, in the session that asked. The
 * session stays, and all others end. Fails with `CODE_INVALID`, and once both codes are
 * right with `ADDRESS_TAKEN`, `ADDRESS_CONFIGURED`, `MOVED_RECENTLY`.
 */
export async function finishMove(
  deps: Deps,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  { otp, newOtp }: { otp: string; newOtp: string },
) {
  const { keys, settings } = deps;
  const asked = await movesOfSession(deps.em, { userId, sessionId });
  const found = asked.find(
    (move) =>
      isCodeOf(keys, 'leave', move, otp) && isCodeOf(keys, 'arrive', move, newOtp),
  );
  if (!found) {
    throw moveCodeInvalid();
  }
  return inTransaction(deps, async (inner) => {
    const { em } = inner;
    const { account, move } = await lockMove(em, found);
    // What was read before the locks may have changed while this call waited.
    if (
      !account ||
      account.isSuspended ||
      !(await isSessionLive(em, userId, sessionId))
    ) {
      throw tokenInvalid();
    }
    if (!move) {
      throw moveCodeInvalid();
    }
    const rests = await restsUntil(em, userId);
    if (rests !== undefined) {
      throw movedRecently(rests);
    }
    if (!mayMove(settings, move.fromKey, move.toKey)) {
      throw addressConfigured();
    }
    if (await isTaken(em, move.toKey, userId)) {
      throw addressTaken();
    }
    const user = await carryOut(inner, move, { sessionId });
    return { data: { user: userView(user) } };
  });
}
