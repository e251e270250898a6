import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { end } from './carry-out.ts';
import { usingCodes } from './lock-moves.ts';
import { isCodeOf } from './match-code.ts';
import { type OpenMove, revocable } from './moves.sql.ts';

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
  const typed = {
    read: (em: Deps['em']) => revocable(em, { address }),
    isRight: (move: OpenMove) => isCodeOf(deps.keys, 'undo', move, otp),
  };
  await usingCodes(deps, typed, (inner, { move, moves }) =>
    end(inner, move, { moves, by: 'address' }),
  );
  return { data: null };
}
