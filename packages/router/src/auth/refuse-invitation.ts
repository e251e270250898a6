import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { deleteAddress } from '../mail/forget-address.sql.ts';
import {
  forgetReporter,
  mailNeverAgain,
  neverAgainHash,
} from '../mail/never-again.sql.ts';
import type { Nothing } from '../schemas.ts';
import { inTransaction } from '../transaction.ts';
import { wrongCode } from './errors.ts';
import { matchCode } from './match-code.ts';
import type { VerifyCodeInput } from './schemas.ts';
import { spendForAppeal } from './verify-code.sql.ts';

/**
 * Forgets an invitation and what reports say of their author, and refuses later mails.
 * The code proves the address, and no account is made. The same for an address that
 * nobody invited. Fails with `CODE_INVALID`.
 */
export async function refuseInvitation(
  deps: Deps,
  { ip }: Origin,
  { email, otp }: z.infer<typeof VerifyCodeInput>,
): Promise<z.infer<typeof Nothing>> {
  const address = addressKey(email);
  const code = await matchCode(deps, ip, { email, otp });
  const isDone =
    code !== undefined &&
    (await inTransaction(deps, async ({ em }) => {
      if ((await spendForAppeal(em, code)) === undefined) {
        return false;
      }
      await deleteAddress(em, address);
      await forgetReporter(em, address);
      await mailNeverAgain(em, neverAgainHash(deps.hashes, address));
      return true;
    }));
  if (!isDone) {
    throw wrongCode(deps, address);
  }
  return { data: null };
}
