import { longMinutes, shortMinutes } from '../access/challenges.sql.ts';
import { deriveCodes, sameCode } from '../access/codes.ts';
import {
  countTowardsDay,
  type LiveChallenge,
  type ShortGuess,
  spendGuess,
} from '../access/guesses.sql.ts';
import type { SecretKey } from '../access/keys.ts';
import { rangesOf } from '../access/networks.ts';
import { admittedBy } from '../access/policy.ts';
import { type Guess, readGuess } from '../access/typed-code.ts';
import type { Deps, Settings } from '../context.ts';
import { addressKey } from '../addresses.ts';
import { liveChallenges, type RightCode } from './verify-code.sql.ts';

/* Steps 1 to 3 of verify-code.ts. An appeal takes the same steps. */

/** Returns the code if it is right, without spending it. Counts a wrong one. */
export async function matchCode(
  deps: Deps,
  ip: string,
  { email, otp }: { email: string; otp: string },
): Promise<RightCode | undefined> {
  const { settings } = deps;
  const address = addressKey(email);
  const guess = readGuess(otp);
  const counted = countedBy(deps, address, ip);
  const match = guess && (await findMatch(deps, guess, counted));
  if (!match) {
    return undefined;
  }
  return {
    ...counted,
    ...match,
    email,
    kind: guess.kind,
    minutes: guess.kind === 'short' ? shortMinutes : longMinutes,
    admitted: admittedBy(settings),
    mailsPerHour: settings.mailsPerHour,
  };
}

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

type Match = Pick<RightCode, 'challengeId' | 'testEndsAt'>;

async function findMatch(
  deps: Deps,
  guess: Guess,
  counted: ShortGuess,
): Promise<Match | undefined> {
  const { em, settings, telemetry } = deps;
  const { address, network } = counted;
  if (guess.kind === 'long') {
    const test = findTest(settings, address, guess.code);
    return compare(deps, address, guess, await liveChallenges(em, { address })) ?? test;
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

/** Without a challenge it compares with a dummy, so the time tells nothing. */
function compare(
  { keys }: Deps,
  address: string,
  guess: Guess,
  challenges: readonly LiveChallenge[],
): Match | undefined {
  const isRight = (key: SecretKey, id: string): boolean => {
    const codes = deriveCodes(key, id, address);
    return sameCode(codes[guess.kind], guess.code);
  };
  if (challenges.length === 0) {
    isRight(keys.current, '');
  }
  const mailed = challenges.find(({ id, keyId }) => {
    const key = keys.find(keyId);
    return key !== undefined && isRight(key, id);
  });
  return mailed && { challengeId: mailed.id, testEndsAt: null };
}

/** Ignores the end of the test login. Takes equally long without one. */
function findTest(
  { testLogins }: Settings,
  address: string,
  code: string,
): Match | undefined {
  const test = testLogins.get(address);
  const isRight = sameCode(test?.code ?? '-'.repeat(code.length), code);
  return isRight && test ? { challengeId: null, testEndsAt: test.endsAt } : undefined;
}
