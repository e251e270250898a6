import type { SignedInUser } from '../access/caller.ts';
import { mayAct } from '../access/sessions.sql.ts';
import { userView } from '../access/view.ts';
import type { Deps } from '../context.ts';
import { tokenInvalid } from '../errors.ts';
import { carryOut } from './carry-out.ts';
import { movedRecently, moveWaits } from './errors.ts';
import { usingCodes } from './match-code.ts';
import { adminsAffairUntil, movesOfSession, restsUntil } from './moves.sql.ts';
import { requireFree } from './start-move.ts';

/**
 * Moves the account with the codes of both addresses, in the session that asked. The
 * session stays, and all others end. Fails with `CODE_INVALID`, and once both codes are
 * right with `ADDRESS_TAKEN`, `ADDRESS_CONFIGURED`, `MOVED_RECENTLY`, `MOVE_WAITS`.
 */
export async function finishMove(
  deps: Deps,
  { id: userId, sessionId }: Pick<SignedInUser, 'id' | 'sessionId'>,
  { otp, newOtp }: { otp: string; newOtp: string },
) {
  const codes = [
    ['leave', otp],
    ['arrive', newOtp],
  ] as const;
  const read = (em: Deps['em']) => movesOfSession(em, { userId, sessionId });
  return usingCodes(deps, { codes, read }, async (inner, { move, moves }) => {
    const { em } = inner;
    // The session may have ended, or the user been suspended, while this call waited.
    if (!(await mayAct(em, { id: userId, sessionId }))) {
      throw tokenInvalid();
    }
    const rests = await restsUntil(em, userId);
    if (rests !== undefined) {
      throw movedRecently(rests);
    }
    // The old address may not slip away from a case that it may not stop.
    if (await adminsAffairUntil(em, userId)) {
      throw moveWaits();
    }
    await requireFree(inner, move);
    const user = await carryOut(inner, move, { moves, sessionId });
    return { data: { user: userView(user) } };
  });
}
