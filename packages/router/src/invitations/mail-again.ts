import type { z } from 'zod';
import type { Moderator } from '../access/caller.ts';
import { lockModerator } from '../access/moderator.ts';
import { addressKey } from '../addresses.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { neverAgainHash } from '../mail/never-again.sql.ts';
import { inTransaction } from '../transaction.ts';
import { mailRowsAgain } from './mail-again.sql.ts';
import type { MailedAgain, InvitedInput } from './schemas.ts';

/** Mails unused invitations again, each of them once. */
export const mailAgain = (
  deps: Deps,
  actor: Moderator,
  { emails }: z.infer<typeof InvitedInput>,
): Promise<z.infer<typeof MailedAgain>> =>
  inTransaction(deps, async (inner) => {
    await lockModerator(inner, actor, 'admin');
    const asked = [...new Set(emails.map(addressKey))].map((address) => ({
      address,
      hash: neverAgainHash(inner.hashes, address),
    }));
    const mails = await mailRowsAgain(inner.em, asked);
    if (mails > 0) {
      await recordEvent(inner, actor, { type: 'mail.retried', after: { mails } });
    }
    return { data: { mails } };
  });
