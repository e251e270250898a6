import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { longMinutes, shortMinutes } from '../access/challenges.sql.ts';
import { deriveCodes, sameCode } from '../access/codes.ts';
import { type Guess, readGuess } from '../access/typed-code.ts';
import { deviceOf } from '../access/device.ts';
import {
  type LiveChallenge,
  countTowardsDay,
  type ShortGuess,
  spendGuess,
} from '../access/guesses.sql.ts';
import type { SecretKey } from '../access/keys.ts';
import { rangesOf } from '../access/networks.ts';
import { admittedBy } from '../access/policy.ts';
import { newToken } from '../access/token.ts';
import { userView } from '../access/view.ts';
import { suspensionMessage } from '../audit/messages.ts';
import { findSuspension } from '../audit/notices.sql.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Deps, Settings } from '../context.ts';
import { addressKey } from '../text.ts';
import { inTransaction } from '../transaction.ts';
import { accountSuspended, codeInvalid } from './errors.ts';
import type { VerifyCodeInput } from './schemas.ts';
import {
  completeSignIn,
  completeSignInAlone,
  type Completion,
  liveChallenges,
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
 * Whatever fails before the end is the same 401.
 *
 * Price: a short code takes two statements and two commits: the guess, then the exchange or the day's count. A long code reads,
 * then exchanges.
 */

/** Exchanges a code for the user, made at the first sign-in, and a bearer token. Gives `CODE_INVALID`, `ACCOUNT_SUSPENDED`. */
export async function verifyCode(
  deps: Deps,
  origin: Origin,
  { email, otp }: z.infer<typeof VerifyCodeInput>,
) {
  const address = addressKey(email);
  const guess = readGuess(otp, deps.settings.codeDigits);
  const counted = countedBy(deps, address, origin.ip);
  const match = guess && (await findMatch(deps, guess, counted));
  const signedIn =
    match && (await exchange(deps, origin, { email, guess, counted, match }));
  if (!signedIn) {
    deps.telemetry.event('code_wrong', { address });
    throw codeInvalid();
  }
  const { user, token } = signedIn;
  if (user.isSuspended) {
    // The address is proven by now: its holder learns until when, and why.
    const suspension = await findSuspension(deps.em, user.id);
    throw accountSuspended(suspensionMessage(suspension, deps.settings.contactUrl));
  }
  deps.telemetry.event('signed_in', { address, user: user.id });
  return { data: { user: userView(user), token } };
}

/** What a short guess for the address is counted by. */
function countedBy({ hashes, settings }: Deps, address: string, ip: string): ShortGuess {
  const { wrongPerAddress, wrongPerIp, wrongPerDay } = settings;
  const ranges = rangesOf(ip);
  return {
    wrongPerAddress,
    wrongPerIp,
    wrongPerDay,
    address,
    ip: hashes.of('guesses', ranges.address),
    network: hashes.of('guesses', ranges.network),
  };
}

/**
 * What a right guess signs in by: a challenge, or a test login, whose end is given. The short code of a test login also takes a
 * challenge that lives. Its long code takes none.
 */
type Match = Pick<Completion, 'challengeId' | 'testEndsAt'>;

async function findMatch(
  deps: Deps,
  guess: Guess,
  counted: ShortGuess,
): Promise<Match | undefined> {
  const { em, telemetry } = deps;
  const { address, network } = counted;
  if (guess.kind === 'long') {
    return compare(deps, address, guess, await liveChallenges(em, { address }));
  }
  const { limit, live } = await spendGuess(em, counted);
  if (limit !== null) {
    telemetry.limited(limit);
  }
  if (limit === 'wrong_codes_per_ip') {
    return undefined;
  }
  const match = compare(deps, address, guess, live ?? []);
  if (!match) {
    await countTowardsDay(em, { network, compared: live ? 1 : 0 });
  }
  return match;
}

/** Compares with every challenge, and with one where there is none: the time taken gives nothing away. */
function compare(
  { keys, settings }: Deps,
  address: string,
  guess: Guess,
  challenges: readonly LiveChallenge[],
): Match | undefined {
  const isRight = (key: SecretKey, id: string): boolean => {
    const codes = deriveCodes(key, id, address, settings.codeDigits);
    return sameCode(codes[guess.kind], guess.code);
  };
  if (challenges.length === 0) {
    isRight(keys.current, '');
  }
  const matching = challenges.filter(({ id, keyId }) => {
    const key = keys.find(keyId);
    return key !== undefined && isRight(key, id);
  });
  const mailed = matching.at(0);
  const test = findTest(settings, address, guess);
  if (mailed) {
    return { challengeId: mailed.id, testEndsAt: null };
  }
  if (!test) {
    return undefined;
  }
  if (guess.kind === 'long') {
    return { challengeId: null, testEndsAt: test.endsAt };
  }
  const [live] = challenges;
  return live && { challengeId: live.id, testEndsAt: test.endsAt };
}

/** The test login of the address whose code the guess is, whatever its end. Takes as long where there is none. */
function findTest({ testLogins }: Settings, address: string, { kind, code }: Guess) {
  const test = testLogins.get(address)?.[kind];
  const isRight = sameCode(test?.code ?? '-'.repeat(code.length), code);
  return isRight ? test : undefined;
}

type Exchange = { email: string; guess: Guess; counted: ShortGuess; match: Match };

/** The user whom the code signs in, and their new session's token; undefined where somebody was faster, or they may not. */
async function exchange(
  deps: Deps,
  origin: Origin,
  { email, guess, counted, match }: Exchange,
) {
  const { token, tokenHash } = newToken(deps);
  const completion: Completion = {
    ...deviceOf(origin.userAgent),
    ...counted,
    ...match,
    email,
    kind: guess.kind,
    minutes: guess.kind === 'short' ? shortMinutes : longMinutes,
    userId: deps.random.id(),
    sessionId: deps.random.id(),
    tokenHash: `\\x${tokenHash.toString('hex')}`,
    admitted: admittedBy(deps.settings),
    mailsPerHour: deps.settings.mailsPerHour,
  };
  const user = await (match.testEndsAt === null
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
