import type { z } from 'zod';
import { heldBanHash, isBanned } from '../../access/bans.sql.ts';
import type { Deps } from '../../context.ts';
import { addressKey } from '../../addresses.ts';
import { isNeverMailed, neverAgainHash } from '../../mail/never-again.sql.ts';
import { findUser, isSuppressed } from './addresses.sql.ts';
import { InspectedAddress, MailAddress } from './schemas.ts';

/** For any address, even without an account. */
export async function inspectAddress(
  deps: Deps,
  input: z.infer<typeof MailAddress>,
): Promise<z.infer<typeof InspectedAddress>> {
  const { em, hashes } = deps;
  const address = addressKey(input.address);
  return {
    data: {
      isSuppressed: await isSuppressed(em, address),
      isRefused: await isNeverMailed(em, neverAgainHash(hashes, address)),
      isBanned: await isBanned(em, heldBanHash(deps, address)),
      user: (await findUser(em, address)) ?? null,
    },
  };
}
