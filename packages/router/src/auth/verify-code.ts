import type { Executor } from '@namecard/db';
import type { z } from 'zod';
import type { Origin } from '../access/caller.ts';
import { longMinutes, shortMinutes } from '../access/challenges.sql.ts';
import { deriveCodes, type Guess, readGuess, sameCode } from '../access/codes.ts';
import { deviceOf } from '../access/device.ts';
import {
  type LiveChallenge,
  recordWrongGuess,
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
import type { Deps, Settings, TestCode } from '../context.ts';
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

/** Given only once the address is proven: until when, and what the moderators wrote to the account's holder of why. */
const suspensionMessageOf = async (em: Executor, userId: string) =>
  suspensionMessage(await findSuspension(em, userId));

/**
 * What a right guess signs in by: the challenge whose code it is, or a test login, whose end is given. The short code of a test
 * login also uses up a challenge that lives; the long one needs none.
 */
type Match = Pick<Completion, 'challengeId' | 'testEndsAt'>;

/** The test login of the address whose code the guess is, whatever its end. Takes as long where there is none. */
function findTest(
  { testLogins }: Settings,
  address: string,
  guess: Guess,
): TestCode | undefined {
  const test = testLogins.get(address)?.[guess.kind];
  const isRight = sameCode(test?.code ?? '-'.repeat(guess.code.length), guess.code);
  return isRight ? test : undefined;
}

/** Compares with every candidate, found or not, and with one where there is none: the time taken gives nothing away. */
function findMatch(
  { keys, settings }: Deps,
  address: string,
  guess: Guess,
  candidates: LiveChallenge[],
): Match | undefined {
  const isRight = (key: SecretKey, id: string) =>
    sameCode(deriveCodes(key, id, address, settings.codeDigits)[guess.kind], guess.code);
  if (candidates.length === 0) {
    isRight(keys.current, '');
  }
  const matches = candidates.filter(({ id, keyId }) => {
    const key = keys.find(keyId);
    return key !== undefined && isRight(key, id);
  });
  const test = findTest(settings, address, guess);
  const mailed = matches.at(0);
  if (mailed) {
    return { challengeId: mailed.id, testEndsAt: null };
  }
  if (!test) {
    return undefined;
  }
  if (guess.kind === 'long') {
    return { challengeId: null, testEndsAt: test.endsAt };
  }
  const [live] = candidates;
  return live && { challengeId: live.id, testEndsAt: test.endsAt };
}

const matchLong = async (deps: Deps, address: string, guess: Guess) =>
  findMatch(deps, address, guess, await liveChallenges(deps.em, { address }));

/** Counts the guess before anything is compared; beyond the limits of the IP address and its network nothing is. */
async function matchShort(
  deps: Deps,
  guess: Guess,
  counted: ShortGuess,
): Promise<Match | undefined> {
  const { em, telemetry } = deps;
  const { limit, live } = await spendGuess(em, counted);
  if (limit !== null) {
    telemetry.limited(limit);
  }
  if (limit === 'wrong_codes_per_ip') {
    return undefined;
  }
  const matched = findMatch(deps, counted.address, guess, live ?? []);
  if (!matched) {
    await recordWrongGuess(em, { network: counted.network, compared: live ? 1 : 0 });
  }
  return matched;
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

/** Signs in with the code of a test login, and keeps that it was used. */
const completeTest = async (deps: Deps, origin: Origin, completion: Completion) =>
  inTransaction(deps, async (inner) => {
    const user = await completeSignInAlone(inner.em, completion);
    if (user && !user.isSuspended) {
      const type = 'user.test_signed_in';
      const event = { type, userId: user.id, before: {}, after: {} } as const;
      await recordAction(inner, { kind: 'system', id: null, origin }, { type }, [event]);
    }
    return user;
  });

/** The user whom the code signs in, and their new session's token; undefined where it does not, or no longer, or not yet. */
async function exchange(
  deps: Deps,
  origin: Origin,
  { email, otp }: z.infer<typeof VerifyCodeInput>,
) {
  const address = addressKey(email);
  const guess = readGuess(otp, deps.settings.codeDigits);
  if (!guess) {
    return undefined;
  }
  const isShort = guess.kind === 'short';
  const counted = countedBy(deps, address, origin.ip);
  const matched = await (isShort
    ? matchShort(deps, guess, counted)
    : matchLong(deps, address, guess));
  if (!matched) {
    return undefined;
  }
  const { token, tokenHash } = newToken(deps);
  const completion = {
    ...deviceOf(origin.userAgent),
    ...counted,
    email,
    ...matched,
    kind: guess.kind,
    minutes: isShort ? shortMinutes : longMinutes,
    userId: deps.random.id(),
    sessionId: deps.random.id(),
    tokenHash: `\\x${tokenHash.toString('hex')}`,
    admitted: admittedBy(deps.settings),
    mailsPerHour: deps.settings.mailsPerHour,
  };
  const user = await (matched.testEndsAt === null
    ? completeSignIn(deps.em, completion)
    : completeTest(deps, origin, completion));
  return user && { user, token };
}

/** Exchanges a code for the user, made at the first sign-in, and a bearer token. Gives `CODE_INVALID`, `ACCOUNT_SUSPENDED`. */
export async function verifyCode(
  deps: Deps,
  origin: Origin,
  input: z.infer<typeof VerifyCodeInput>,
) {
  const address = addressKey(input.email);
  const signedIn = await exchange(deps, origin, input);
  if (!signedIn) {
    deps.telemetry.event('code_wrong', { address });
    throw codeInvalid();
  }
  const { user, token } = signedIn;
  if (user.isSuspended) {
    throw accountSuspended(await suspensionMessageOf(deps.em, user.id));
  }
  deps.telemetry.event('signed_in', { address, user: user.id });
  return { data: { user: userView(user), token } };
}
