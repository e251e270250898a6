import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { codeInvalid, notSuspended } from '../access/errors.ts';
import { hasSavedBy, lockTicketHolder, type Ticket } from '../access/ticket.sql.ts';
import { openTicket } from '../access/ticket.ts';
import { addressKey } from '../addresses.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { moveOpen } from '../moves/errors.ts';
import { revocableUntil } from '../moves/moves.sql.ts';
import { inSnapshot, inTransaction } from '../transaction.ts';
import { exportOf } from './export-user.ts';
import type { ExportSuspendedInput, PersonalData } from './schemas.ts';

/** Lets a ticket be used once. The record has the person mailed that it was. */
const spend = (deps: Deps, origin: Origin, opened: Ticket & { address: string }) =>
  inTransaction(deps, async (inner) => {
    const { em } = inner;
    const holder = await lockTicketHolder(em, opened);
    if (!holder || (await hasSavedBy(em, opened))) {
      throw codeInvalid();
    }
    if (!holder.isSuspended) {
      throw notSuspended();
    }
    const { id } = holder;
    // A thief who moved the account here must not read what its owner can have back.
    const until = await revocableUntil(em, id);
    if (until !== undefined) {
      throw moveOpen(until, 'export');
    }
    const event = { type: 'user.exported', userId: id } as const;
    await recordEvent(inner, { kind: 'user', id, origin }, event);
  });

/**
 * The data of a suspended person, with the ticket of their refused sign-in. Leaves the
 * appeal as it is. A read that fails leaves the ticket too. Fails with `CODE_INVALID`,
 * `NOT_SUSPENDED`, `MOVE_OPEN`.
 */
export async function exportSuspended(
  deps: Deps,
  origin: Origin,
  { email, ticket }: z.infer<typeof ExportSuspendedInput>,
): Promise<z.infer<typeof PersonalData>> {
  const address = addressKey(email);
  const opened = openTicket(deps.keys, address, ticket);
  const data = await inSnapshot(deps, ({ em }) => exportOf(em, opened));
  await spend(deps, origin, { ...opened, address });
  return data;
}
