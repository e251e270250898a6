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
import type { VerifyCodeInput } from './schemas.ts';
import { spendingCode } from './spend-code.ts';

/**
 * Forgets an invitation and what reports say of their author, and refuses later mails.
 * The code proves the address, and no account is made. The same for an address that
 * nobody invited. Fails with `CODE_INVALID`.
 */
export async function refuseInvitation(
  deps: Deps,
  origin: Origin,
  input: z.infer<typeof VerifyCodeInput>,
): Promise<z.infer<typeof Nothing>> {
  const address = addressKey(input.email);
  await spendingCode(deps, origin, input, async ({ em, hashes }) => {
    await deleteAddress(em, address);
    await forgetReporter(em, address);
    await mailNeverAgain(em, neverAgainHash(hashes, address));
  });
  return { data: null };
}
