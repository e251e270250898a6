import { isoInstant, isoInstantOrNull, type SessionKind } from '@namecard/db';
import type { z } from 'zod';
import { heldBanHash } from '../access/bans.sql.ts';
import type { Origin } from '../access/caller.ts';
import { deviceOf } from '../access/device.ts';
import { languageOf } from '../access/language.ts';
import { issueTicket } from '../access/ticket.ts';
import { newToken, tokenPrefixes } from '../access/token.ts';
import { userView } from '../access/view.ts';
import { suspensionMessage } from '../audit/messages.ts';
import { findSuspension } from '../audit/notices.sql.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { addressKey } from '../addresses.ts';
import { nothingTold } from '../errors.ts';
import { appealedView } from '../items/view.ts';
import { inTransaction } from '../transaction.ts';
import { accountSuspended, addressHeld, wrongCode } from './errors.ts';
import { matchCode } from './match-code.ts';
import type { VerifyCodeInput } from './schemas.ts';
import {
  completeSignIn,
  type Completion,
  type Refused,
  type RightCode,
} from './verify-code.sql.ts';

/*
 * Exchanges a mailed code for a session.
 *
 * Problem: a short code has few digits, so guesses must be few, even in a race. A
 * guessing stranger must not lock out the owner. Neither the answer nor its time
 * may tell whether an address is known or has a valid code.
 *
 * Plan (match-code.ts has steps 1 to 3; each failure is the same 401):
 * 1. Read the text as a short code or a long one. No guess can block a long code.
 * 2. Count a short code as wrong, and commit (limits: access/guesses.sql.ts).
 * 3. Compare it with every valid code, or with a dummy.
 * 4. Exchange a right code, once even in a race, and give the guess back.
 *
 * Locks: steps 2 and 4 lock the email address, then the network of the IP address.
 * Step 4 then locks challenges and the user. A batch locks the rows that are free
 * (`lockIfFree`). Otherwise a call runs alone and waits in `spend_guess.sql` or
 * `complete_sign_in.sql`.
 *
 * Price: a short code takes two statements and two commits.
 */

/**
 * Creates the user at the first sign-in. Fails with `CODE_INVALID`,
 * `ACCOUNT_SUSPENDED`, `ADDRESS_HELD`.
 */
export async function verifyCode(
  deps: Deps,
  origin: Origin,
  { email, otp }: z.infer<typeof VerifyCodeInput>,
  kind: SessionKind,
) {
  const address = addressKey(email);
  const code = await matchCode(deps, origin.ip, { email, otp });
  const signedIn = code && (await exchange(deps, origin, code, kind));
  if (!signedIn) {
    throw wrongCode(deps, address);
  }
  const { user, token } = signedIn;
  if (!('id' in user)) {
    throw refusedAddress(deps, user);
  }
  if (user.isSuspended) {
    // The address is proven, so its owner learns the reason and can appeal.
    const suspension = await findSuspension(deps.em, user.id);
    const message = suspensionMessage(suspension, deps.settings.product.operator);
    throw accountSuspended(message, {
      ticket: await issueTicket(deps, address, user.id),
      suspension: {
        ...appealedView(suspension),
        until: isoInstantOrNull(suspension.until),
      },
    });
  }
  deps.telemetry.event('signed_in', { address, user: user.id });
  return { data: { user: userView(user), token } };
}

function refusedAddress({ settings }: Deps, refused: Refused) {
  if ('heldUntil' in refused) {
    return addressHeld(isoInstant(refused.heldUntil));
  }
  // An admin erased the suspended account. That lifts no ban.
  const suspension = { ...nothingTold, until: refused.bannedUntil };
  const message = suspensionMessage(suspension, settings.product.operator);
  const until = isoInstant(refused.bannedUntil);
  return accountSuspended(message, {
    ticket: undefined,
    suspension: { ...suspension, until },
  });
}

/**
 * Returns undefined if `complete_sign_in.sql` stops, for example because another
 * call was faster. Returns a suspended user without a session.
 */
async function exchange(deps: Deps, origin: Origin, code: RightCode, kind: SessionKind) {
  const { token, tokenHash } = newToken(deps, tokenPrefixes[kind]);
  const completion: Completion = {
    ...code,
    ...deviceOf(origin.userAgent),
    banHash: heldBanHash(deps, code.address),
    language: languageOf(origin.acceptLanguage, deps.settings.product.language) ?? null,
    userId: deps.random.id(),
    sessionId: deps.random.id(),
    tokenHash: `\\x${tokenHash.toString('hex')}`,
    sessionKind: kind,
  };
  const user = await (code.testEndsAt === null
    ? completeSignIn(deps.em, completion)
    : completeTest(deps, origin, completion));
  return user && { user, token };
}

/** Signs in with the code of a test login, and records that in the audit log. */
async function completeTest(deps: Deps, origin: Origin, completion: Completion) {
  return inTransaction(deps, async (inner) => {
    const user = await completeSignIn(inner.em, completion, 'alone');
    if (user && 'id' in user && !user.isSuspended) {
      const event = { type: 'user.test_signed_in', userId: user.id } as const;
      await recordEvent(inner, { kind: 'system', origin }, event);
    }
    return user;
  });
}
