import type { SessionKind } from '@namecard/db';
import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { deviceOf } from '../access/device.ts';
import { languageOf } from '../access/language.ts';
import { newToken, tokenPrefixes } from '../access/token.ts';
import { userView } from '../access/view.ts';
import { suspensionMessage } from '../audit/messages.ts';
import { findSuspension } from '../audit/notices.sql.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { addressKey, isoInstant } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import { accountSuspended, wrongCode } from './errors.ts';
import { matchCode } from './match-code.ts';
import type { VerifyCodeInput } from './schemas.ts';
import { issueTicket } from './ticket.ts';
import {
  completeSignIn,
  completeSignInAlone,
  type Completion,
  type RightCode,
} from './verify-code.sql.ts';

/*
 * Exchanging a mailed code for a session.
 *
 * Problem: a short code has six digits. So guesses have to be few, also when many race, and a stranger who guesses must not keep
 * the owner out. Neither an answer nor its time may tell whether an address is known or a code lives.
 *
 * Plan:
 * 1. Read what was typed: a short code, a long one, or none. A long code goes on working whatever was guessed.
 * 2. Count a short code as a wrong guess, and commit that. The limits are in access/guesses.sql.ts.
 * 3. Compare it with every code that lives, or with one that nobody has.
 * 4. Exchange a right code for the user and a session, once for any number of racers. The guess is given back.
 * Whatever fails before the end is the same 401. Steps 1 to 3 are in match-code.ts, since an appeal takes them too.
 *
 * Price: a short code takes two statements and two commits: the guess, then the exchange or the day's count. A long code reads,
 * then exchanges.
 */

/** Exchanges a code for the user, made at the first sign-in, and a token of a new session of the kind. Gives `CODE_INVALID`, `ACCOUNT_SUSPENDED`. */
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
  if (user.isSuspended) {
    // The address is proven by now: its holder learns until when, and why, and can appeal at once.
    const suspension = await findSuspension(deps.em, user.id);
    const message = suspensionMessage(suspension, deps.settings.contactUrl);
    const { until } = suspension;
    throw accountSuspended(message, {
      ticket: await issueTicket(deps, address, user.id),
      suspension: { ...suspension, until: until === null ? null : isoInstant(until) },
    });
  }
  deps.telemetry.event('signed_in', { address, user: user.id });
  return { data: { user: userView(user), token } };
}

/** The user whom the code signs in, and their new session's token; undefined where somebody was faster, or they may not. */
async function exchange(deps: Deps, origin: Origin, code: RightCode, kind: SessionKind) {
  const { token, tokenHash } = newToken(deps, tokenPrefixes[kind]);
  const completion: Completion = {
    ...code,
    ...deviceOf(origin.userAgent),
    language: languageOf(origin.acceptLanguage) ?? null,
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

/** Signs in with the code of a test login, and keeps that it was used. */
async function completeTest(deps: Deps, origin: Origin, completion: Completion) {
  return inTransaction(deps, async (inner) => {
    const user = await completeSignInAlone(inner.em, completion);
    if (user && !user.isSuspended) {
      const type = 'user.test_signed_in';
      const event = { type, userId: user.id, before: {}, after: {} } as const;
      await recordAction(inner, { kind: 'system', origin }, { type }, [event]);
    }
    return user;
  });
}
