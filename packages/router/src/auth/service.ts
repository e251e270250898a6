import type { Executor } from '@namecard/db';
import { validate as isUuid } from 'uuid';
import type { z } from 'zod';
import { deriveCodes, type Guess, readGuess, sameCode } from '../access/codes.ts';
import type { Device } from '../access/device.ts';
import { listSessions, longMinutes, type SessionChoice, shortMinutes } from '../access/queries.ts';
import { type Actor, endSessions, newToken, type SignedInUser } from '../access/service.ts';
import { userView } from '../access/view.ts';
import { suspensionMessage } from '../audit/messages.ts';
import { findSuspension } from '../audit/queries.ts';
import type { Deps } from '../context.ts';
import { AppError } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import {
  completeSignIn,
  countWrongGuess,
  type LiveChallenge,
  liveChallenges,
  lockAddress,
  queueMail,
  spendGuess,
} from './queries.ts';
import type { SendCodeInput, SessionName, VerifyCodeInput } from './schemas.ts';
import { sessionView } from './view.ts';

/** The form in which addresses are compared; they are ASCII. */
const addressKey = (email: string) => email.toLowerCase();

/** The same for a wrong, used, expired or never sent code, so that it gives nothing away. */
const codeInvalid = () =>
  new AppError(
    'UNAUTHORIZED',
    'CODE_INVALID',
    'The code is wrong, used or expired. Try the long code of the same mail, or ask for a new mail.',
  );

/** Thrown only once the address is proven. Says until when, and what the moderators wrote to the account's holder of why. */
async function accountSuspended(em: Executor, userId: string): Promise<AppError> {
  const message = suspensionMessage(await findSuspension(em, userId));
  return new AppError('FORBIDDEN', 'ACCOUNT_SUSPENDED', message);
}

/**
 * Commits a mail with the address's codes, or nothing where one that was mailed lately will do. Resolves alike for every
 * address, known or not; the mail is delivered afterwards.
 */
export async function sendCode(
  deps: Deps,
  device: Device,
  { email }: z.infer<typeof SendCodeInput>,
): Promise<{ data: null }> {
  const address = addressKey(email);
  await inTransaction(deps, async (inner) => {
    await lockAddress(inner.em, address);
    await queueMail(inner, address, device);
  });
  deps.mailQueued();
  return { data: null };
}

/** The challenges the guess may be compared with; a short one costs a guess before anything is compared. */
async function comparable({ em, settings }: Deps, address: string, guess: Guess) {
  if (guess.kind === 'long') {
    return liveChallenges(em, { address });
  }
  return (await spendGuess(em, address, settings)) ?? [];
}

/** Compares with every candidate, found or not, so that the time taken gives nothing away. */
function findMatch(
  { keys, settings }: Deps,
  address: string,
  guess: Guess,
  candidates: LiveChallenge[],
): LiveChallenge | undefined {
  const matches = candidates.filter(({ id, keyId }) => {
    const key = keys.find(keyId);
    return (
      key !== undefined &&
      sameCode(deriveCodes(key, id, address, settings.codeDigits)[guess.kind], guess.code)
    );
  });
  return matches.at(0);
}

/** Exchanges a code for the user, made at the first sign-in, and a bearer token. Gives `CODE_INVALID`, `ACCOUNT_SUSPENDED`. */
export async function verifyCode(
  deps: Deps,
  device: Device,
  { email, otp }: z.infer<typeof VerifyCodeInput>,
) {
  const address = addressKey(email);
  const guess = readGuess(otp, deps.settings.codeDigits);
  const candidates = guess ? await comparable(deps, address, guess) : [];
  const matched = guess && findMatch(deps, address, guess, candidates);
  if (!guess || !matched) {
    // Counted where it was compared; without a candidate there was nothing to be wrong about.
    if (guess?.kind === 'short' && candidates.length > 0) {
      await countWrongGuess(deps.em);
    }
    throw codeInvalid();
  }
  const { token, tokenHash } = newToken(deps);
  const isShort = guess.kind === 'short';
  const completion = {
    ...device,
    address,
    email,
    challengeId: matched.id,
    minutes: isShort ? shortMinutes : longMinutes,
    userId: deps.random.id(),
    sessionId: deps.random.id(),
    tokenHash,
  };
  const givesGuessBack = isShort && deps.settings.wrongPerAddress > 0;
  const user = await completeSignIn(deps.em, completion, { givesGuessBack });
  if (!user) {
    throw codeInvalid();
  }
  if (user.isSuspended) {
    throw await accountSuspended(deps.em, user.id);
  }
  return { data: { user: userView(user), token } };
}

const endOwn = async (deps: Deps, { id }: Actor, choice: SessionChoice) =>
  inTransaction(deps, async (inner) => endSessions(inner, id, choice));

/** Ends the session that the call was made with. */
export async function signOut(deps: Deps, actor: SignedInUser): Promise<{ data: null }> {
  await endOwn(deps, actor, { only: actor.sessionId });
  return { data: null };
}

/** The actor's sessions that still sign them in, the one used last first. */
export async function readSessions({ em, settings }: Deps, actor: SignedInUser) {
  const rows = await listSessions(em, settings, actor.id);
  return { data: { sessions: rows.map((row) => sessionView(row, actor.sessionId)) } };
}

/** Ends one of the actor's own sessions. Gives `SESSION_NOT_FOUND`, for somebody else's too. */
export async function revokeSession(
  deps: Deps,
  actor: Actor,
  { id }: z.infer<typeof SessionName>,
): Promise<{ data: null }> {
  const ended = isUuid(id) ? await endOwn(deps, actor, { only: id }) : [];
  if (ended.length === 0) {
    throw new AppError('NOT_FOUND', 'SESSION_NOT_FOUND', 'You have no such session.');
  }
  return { data: null };
}

/** Ends all of the actor's sessions but the one that the call was made with. */
export async function revokeOtherSessions(
  deps: Deps,
  actor: SignedInUser,
): Promise<{ data: null }> {
  await endOwn(deps, actor, { except: actor.sessionId });
  return { data: null };
}
