import { isoInstant, isoInstantOrNull } from '@namecard/db';
import type { z } from 'zod';
import { addressKey } from '../addresses.ts';
import type { Deps } from '../context.ts';
import { readPage } from '../cursor.ts';
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
  { state, address: part, ...page }: z.infer<typeof ListInvitationsInput>,
): Promise<Answer> {
  const address = part && addressKey(part);
  const { page: rows, nextCursor } = await readPage(invitationOrder, page, (asked) =>
    listRows(em, { state, address, ...asked }),
  );
  const counts = await countStates(em);
  return { data: { invitations: rows.map(view), counts, nextCursor } };
}
