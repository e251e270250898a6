import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { appealedAlready, codeInvalid, notSuspended } from '../access/errors.ts';
import { lockTicketHolder } from '../access/ticket.sql.ts';
import { openTicket } from '../access/ticket.ts';
import { findSuspending } from '../audit/appealed.sql.ts';
import type { Deps } from '../context.ts';
import type { AppError } from '../errors.ts';
import { openAppeal } from '../items/open-items.sql.ts';
import type { Nothing } from '../schemas.ts';
import { addressKey } from '../addresses.ts';
import { inTransaction } from '../transaction.ts';
import type { AppealSuspensionInput } from './schemas.ts';
import { spendingCode } from './spend-code.ts';
import type { Proven } from './verify-code.sql.ts';

/** Returns an error: if it were thrown, the code would not stay spent. */
async function openFor(
  { em, random }: Deps,
  account: Proven | null,
  text: string,
): Promise<AppError | undefined> {
  if (!account?.isSuspended) {
    return notSuspended();
  }
  const { id: userId } = account;
  const appealed = await findSuspending(em, userId);
  const opened = await openAppeal(em, {
    id: random.id(),
    profileId: null,
    userId,
    text,
    ...appealed,
  });
  return opened.length === 0 ? appealedAlready() : undefined;
}

/** Appeals with the ticket from the refusal of a sign-in. */
async function appealByTicket(
  deps: Deps,
  { email, ticket, text }: { email: string; ticket: string; text: string },
): Promise<AppError | undefined> {
  const address = addressKey(email);
  const opened = openTicket(deps.keys, address, ticket);
  return inTransaction(deps, async (inner) => {
    const account = await lockTicketHolder(inner.em, { ...opened, address });
    return account ? openFor(inner, account, text) : codeInvalid();
  });
}

/**
 * Works once per suspension, with a code or a ticket. Fails with `CODE_INVALID`,
 * `NOT_SUSPENDED`, `APPEALED_ALREADY`.
 */
export async function appealSuspension(
  deps: Deps,
  origin: Origin,
  { email, otp, ticket, text }: z.infer<typeof AppealSuspensionInput>,
): Promise<z.infer<typeof Nothing>> {
  const refusal =
    ticket === undefined
      ? await spendingCode(deps, origin, { email, otp: otp ?? '' }, (inner, account) =>
          openFor(inner, account, text),
        )
      : await appealByTicket(deps, { email, ticket, text });
  if (refusal) {
    throw refusal;
  }
  return { data: null };
}
