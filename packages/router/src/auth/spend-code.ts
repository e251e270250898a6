import type { Origin } from '../access/caller.ts';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { wrongCode } from './errors.ts';
import { matchCode } from './match-code.ts';
import { type Proven, spendForAppeal } from './verify-code.sql.ts';

type Typed = { email: string; otp: string };

/**
 * Calls `act` for somebody who has proven an address, and begins no session. The code is
 * spent unless `act` throws. Fails with `CODE_INVALID`.
 */
export async function spendingCode<Result>(
  deps: Deps,
  { ip }: Origin,
  { email, otp }: Typed,
  act: (inner: Deps, account: Proven | null) => Promise<Result>,
): Promise<Result> {
  const code = await matchCode(deps, ip, { email, otp });
  const done =
    code &&
    (await inTransaction(deps, async (inner) => {
      const account = await spendForAppeal(inner.em, code);
      return account === undefined ? undefined : { result: await act(inner, account) };
    }));
  if (!done) {
    throw wrongCode(deps, addressKey(email));
  }
  return done.result;
}
