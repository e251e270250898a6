import { hash } from 'node:crypto';
import { ActCode, isoInstant } from '@namecard/db';
import { actCodeMail, type CodedAct, isCodedAct, type Message } from '@namecard/email';
import type { Deps } from '../context.ts';
import { AppError, rateLimited, tokenInvalid } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import {
  actCodeMinutes,
  forgetCode,
  isConfirmed,
  lockAsking,
  readLiveCodes,
  readMailedCodes,
  spendActCode,
} from './act-codes.sql.ts';
import type { Moderator, UserActor } from './caller.ts';
import { deriveCodes, sameCode } from './codes.ts';
import { readGuess } from './typed-code.ts';

/*
 * A code for what goes far.
 *
 * Problem: whoever steals a session could do what reaches many people or can't be taken
 * back. A fresh sign-in does not help: the session may be fresh.
 *
 * Plan: such an act needs a code that is mailed to the actor. It is the long form of a
 * sign-in code, works once within ten minutes, in the same session and for exactly this
 * act. The act runs without a code as far as it can, so that it is refused for its own
 * reasons first. Then its transaction is rolled back and the code is mailed. The next call
 * brings the code and spends it in the act's transaction.
 *
 * Price: without mail these acts are done by the operator's command.
 */

export const actCodeErrors = [
  'CODE_REQUIRED',
  'CODE_INVALID',
  'MAIL_PROVIDER_REFUSED',
] as const;

/**
 * `detail` is what exactly is to be done: the code works for nothing else. An act of
 * several calls is `isLong`: for an hour after the first, the others need no code.
 */
type Confirmed = {
  act: CodedAct;
  detail: unknown;
  code: string | undefined;
  isLong?: boolean;
};

class CodeNeeded extends Error {
  readonly actor: UserActor;
  readonly act: CodedAct;
  readonly hash: string;

  constructor(actor: UserActor, act: CodedAct, hashed: string) {
    super(`A code is needed for ${act}`);
    this.actor = actor;
    this.act = act;
    this.hash = hashed;
  }
}

class CodeInvalid extends AppError {
  readonly act: CodedAct;

  constructor(act: CodedAct) {
    super(
      'UNAUTHORIZED',
      'CODE_INVALID',
      'The code is wrong, used or expired, or it is for something else. Begin again to get a new one.',
    );
    this.act = act;
  }
}

/**
 * The act that failed for lack of the right code. Call it inside `mailingCode`. Undefined
 * if it failed for another reason.
 */
export const unconfirmedAct = (error: unknown): CodedAct | undefined =>
  error instanceof CodeNeeded || error instanceof CodeInvalid ? error.act : undefined;

const hashOf = ({ act, detail }: Pick<Confirmed, 'act' | 'detail'>) =>
  hash('sha256', JSON.stringify([act, detail]), 'hex');

/**
 * Call it last in the act's transaction, inside `mailingCode`. Only people need codes.
 * Fails with `CODE_INVALID`.
 */
export async function requireCode(
  { em, keys }: Pick<Deps, 'em' | 'keys'>,
  actor: Moderator,
  { act, detail, code, isLong = false }: Confirmed,
): Promise<void> {
  if (actor.kind !== 'user') {
    return;
  }
  const hashed = hashOf({ act, detail });
  if (isLong && (await isConfirmed(em, actor.sessionId, hashed))) {
    return;
  }
  if (code === undefined) {
    throw new CodeNeeded(actor, act, hashed);
  }
  const guess = readGuess(code);
  const isRight = ({ id, keyId }: { id: string; keyId: string }) => {
    const key = keys.find(keyId);
    return key && guess && sameCode(deriveCodes(key, id, hashed).long, guess.code);
  };
  const right = (await readLiveCodes(em, actor.sessionId, hashed)).find(isRight);
  if (!right || !(await spendActCode(em, right.id))) {
    throw new CodeInvalid(act);
  }
}

/**
 * Mails a code if the act needs one and has none. Fails with `CODE_REQUIRED`,
 * `RATE_LIMITED`, `MAIL_PROVIDER_REFUSED`.
 */
export async function mailingCode<Result>(
  deps: Deps,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    await mailNeeded(deps, error);
    throw codeRequired();
  }
}

/** Mails the code of an act whose code is asked for by a call of its own. */
export async function askForCode(
  deps: Deps,
  act: () => Promise<unknown>,
): Promise<{ data: null }> {
  await act().catch((error: unknown) => mailNeeded(deps, error));
  return { data: null };
}

/** Mails the code if the act failed for lack of one. Throws every other error. */
async function mailNeeded(deps: Deps, error: unknown): Promise<void> {
  if (!(error instanceof CodeNeeded)) {
    throw error;
  }
  const { actor, act, hash: hashed } = error;
  const { current: key } = deps.keys;
  const asked = await inTransaction(deps, async ({ em, random }) => {
    const asking = await lockAsking(em, actor.sessionId);
    if (!asking || asking.wait !== null) {
      return asking;
    }
    const id = random.id();
    const { sessionId } = actor;
    em.create(ActCode, { id, sessionId, act, hash: hashed, keyId: key.id });
    await em.flush();
    return { ...asking, id };
  });
  if (!asked) {
    throw tokenInvalid();
  }
  if (!('id' in asked)) {
    throw rateLimited(asked.wait ?? 1);
  }
  const code = deriveCodes(key, asked.id, hashed).long;
  const { product, issuer } = deps.settings;
  const { language } = asked;
  const mail = actCodeMail({ product, act, code, origin: issuer, language });
  const delivery = await deps.deliver({ ...mail, to: asked.email });
  if (delivery.outcome !== 'sent') {
    // A mail that may have left counts.
    if (delivery.reason !== 'unanswered') {
      await forgetCode(deps.em, asked.id);
    }
    throw codeNotMailed();
  }
}

const codeRequired = () =>
  new AppError(
    'FORBIDDEN',
    'CODE_REQUIRED',
    `This takes a code. We have mailed you one. Repeat this with it within ${actCodeMinutes} minutes.`,
  );

const codeNotMailed = () =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'MAIL_PROVIDER_REFUSED',
    'This takes a code, and the mail with it could not be sent. Try again, or have the operator do it on the command line.',
    { retryAfter: 60 },
  );

/** The mails of codes that work, for the page that shows mails. */
export async function listActCodes({
  em,
  keys,
  settings: { product, issuer },
}: Pick<Deps, 'em' | 'keys'> & {
  settings: Pick<Deps['settings'], 'product' | 'issuer'>;
}): Promise<(Message & { id: string; at: string })[]> {
  const mailed = await readMailedCodes(em);
  return mailed.flatMap(({ id, keyId, email, act, language, hash: hashed, askedAt }) => {
    const key = keys.find(keyId);
    if (!key || !isCodedAct(act)) return [];
    const code = deriveCodes(key, id, hashed).long;
    const at = isoInstant(askedAt);
    const mail = actCodeMail({ product, act, code, origin: issuer, language });
    return [{ id, to: email, at, ...mail }];
  });
}
