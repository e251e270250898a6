import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { appealedAlready } from '../access/errors.ts';
import { findSuspending } from '../audit/appealed.sql.ts';
import type { Deps } from '../context.ts';
import type { AppError } from '../errors.ts';
import { openAppeal } from '../items/open-items.sql.ts';
import type { Nothing } from '../schemas.ts';
import { addressKey } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import { codeInvalid, notSuspended, wrongCode } from './errors.ts';
import { matchCode } from './match-code.ts';
import type { AppealSuspensionInput } from './schemas.ts';
import { openTicket } from './ticket.ts';
import { lockTicketHolder } from './ticket.sql.ts';
import { spendForAppeal } from './verify-code.sql.ts';

/** Somebody who has proven their address, and whose row is locked. */
type Account = { id: string; isSuspended: boolean };

/** Opens an appeal; returns why not. To throw it would give the code back that was spent in the same transaction. */
async function openFor(
  { em, random }: Deps,
  account: Account | null,
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
    // Of an account none is counted.
    revision: 0,
    text,
    ...appealed,
  });
  return opened.length === 0 ? appealedAlready() : undefined;
}

/** Appeals by a code of a mail, which is spent whatever comes of it. */
async function appealByCode(
  deps: Deps,
  { ip }: Origin,
  { email, otp, text }: { email: string; otp: string; text: string },
): Promise<AppError | undefined> {
  const code = await matchCode(deps, ip, { email, otp });
  const wrong = () => wrongCode(deps, addressKey(email));
  if (!code) {
    return wrong();
  }
  return inTransaction(deps, async (inner) => {
    const account = await spendForAppeal(inner.em, code);
    return account === undefined ? wrong() : openFor(inner, account, text);
  });
}

/** Appeals by the ticket that the refusal of a sign-in carried. */
async function appealByTicket(
  deps: Deps,
  { email, ticket, text }: { email: string; ticket: string; text: string },
): Promise<AppError | undefined> {
  const address = addressKey(email);
  const opened = openTicket(deps.keys, address, ticket);
  if (!opened) {
    return codeInvalid();
  }
  return inTransaction(deps, async (inner) => {
    const account = await lockTicketHolder(inner.em, { ...opened, address });
    return account ? openFor(inner, account, text) : codeInvalid();
  });
}

/**
 * Asks for another look at the suspension of an account, once. Whoever asks proves their address as by signing in, or has just done
 * so and brings the ticket. Gives `CODE_INVALID`, `NOT_SUSPENDED`, `APPEALED_ALREADY`.
 */
export async function appealSuspension(
  deps: Deps,
  origin: Origin,
  { email, otp, ticket, text }: z.infer<typeof AppealSuspensionInput>,
): Promise<z.infer<typeof Nothing>> {
  const refusal =
    ticket === undefined
      ? await appealByCode(deps, origin, { email, otp: otp ?? '', text })
      : await appealByTicket(deps, { email, ticket, text });
  if (refusal) {
    throw refusal;
  }
  return { data: null };
}
