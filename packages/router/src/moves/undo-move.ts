import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { end } from './carry-out.ts';
import { moveCodeInvalid } from './errors.ts';
import { usingCodes } from './match-code.ts';
import { adminsAffairUntil, revocable } from './moves.sql.ts';

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
  await usingCodes(
    deps,
    { codes: [['undo', otp]], read: (em) => revocable(em, { address }) },
    async (inner, { move, moves }) => {
      if (await adminsAffairUntil(inner.em, move.userId)) {
        throw moveCodeInvalid();
      }
      await end(inner, move, { moves, by: 'address' });
    },
  );
  return { data: null };
}
