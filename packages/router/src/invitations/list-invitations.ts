import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { pageOf, sortKeyOf } from '../cursor.ts';
import {
  countStates,
  invitationOrder,
  type InvitationRow,
  listRows,
} from './invitations.sql.ts';
import type { InvitationList, ListInvitationsInput } from './schemas.ts';

type Answer = z.infer<typeof InvitationList>;

const view = (row: InvitationRow): Answer['data']['invitations'][number] => ({
  email: row.email,
  state: row.state,
  invitedBy: row.invitedBy,
  invitedAt: isoInstant(row.invitedAt),
  endsAt: isoInstant(row.endsAt),
  mailedAt: isoInstantOrNull(row.mailedAt),
  remindedAt: isoInstantOrNull(row.remindedAt),
  joinedAt: isoInstantOrNull(row.usedAt),
  withdrawnAt: isoInstantOrNull(row.withdrawnAt),
});

/** Newest first. Fails with `INPUT_INVALID` for a wrong cursor. */
export async function listInvitations(
  { em }: Deps,
  { state, address, cursor, limit }: z.infer<typeof ListInvitationsInput>,
): Promise<Answer> {
  const rows = await listRows(em, {
    state,
    address: address && addressKey(address),
    after: sortKeyOf(invitationOrder, cursor),
    limit: limit + 1,
  });
  const { page, nextCursor } = pageOf(invitationOrder, rows, limit);
  const counts = await countStates(em);
  return { data: { invitations: page.map(view), counts, nextCursor } };
}
