import { type ErasureReason, User } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import { lockModerator } from '../access/moderator.ts';
import { addressKey } from '../addresses.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { forgetReporter } from '../mail/never-again.sql.ts';
import { inTransaction } from '../transaction.ts';
import { deleteInvited, lockAddresses } from './invitations.sql.ts';

/**
 * Forgets an address that was invited, or left with a report, and has no account. False
 * if there is none. That its owner wants no more mail stays, as a keyed hash.
 */
export const eraseAddress = (
  deps: Deps,
  actor: Moderator,
  { address, reason }: { address: string; reason: ErasureReason },
): Promise<boolean> =>
  inTransaction(deps, async (inner) => {
    const key = addressKey(address);
    await lockAddresses(inner.em, [key]);
    await lockModerator(inner, actor, 'admin');
    const isInvited = await deleteInvited(inner.em, key);
    // With an account, its erasure forgets them.
    const hasReported =
      !(await inner.em.count(User, { emailKey: key })) &&
      (await forgetReporter(inner.em, key));
    const isErased = isInvited || hasReported;
    if (isErased) {
      const event = { type: 'user.erased', userId: null, before: {}, after: {} } as const;
      await recordAction(inner, actor, { type: event.type, reason }, [event]);
    }
    return isErased;
  });
