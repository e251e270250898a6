import type { z } from 'zod';
import type { Moderator } from '../access/caller.ts';
import { lockModerator } from '../access/moderator.ts';
import { admittedBy } from '../access/policy.ts';
import { addressKey } from '../addresses.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { lockAddresses, withdrawRows } from './invitations.sql.ts';
import type { InvitedInput, Withdrawn } from './schemas.ts';

/** People who have joined stay members. A code that was mailed works no longer. */
export const withdraw = (
  deps: Deps,
  actor: Moderator,
  { emails }: z.infer<typeof InvitedInput>,
): Promise<z.infer<typeof Withdrawn>> =>
  inTransaction(deps, async (inner) => {
    const addresses = emails.map(addressKey);
    await lockAddresses(inner.em, addresses);
    await lockModerator(inner, actor, 'admin');
    const admitted = admittedBy(inner.settings);
    const withdrawn = await withdrawRows(inner.em, addresses, admitted);
    if (withdrawn === 0) {
      return { data: { action: null, withdrawn } };
    }
    const event = { type: 'user.uninvited', after: { withdrawn } } as const;
    const action = await recordEvent(inner, actor, event);
    return { data: { action, withdrawn } };
  });
