import { Move } from '@namecard/db';
import type { SignedInUser } from '../access/caller.ts';
import { addressKey } from '../addresses.ts';
import type { Deps, Settings } from '../context.ts';
import { type AppError, rateLimited, tokenInvalid } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { addressConfigured, addressTaken, addressUnchanged } from './errors.ts';
import { queueLetters } from './letters.ts';
import { limitYoung } from './limit-young.ts';
import { isTaken } from './moves.sql.ts';
import { askMove, lockAccount, waitForStart } from './start-move.sql.ts';

/** The settings name admins and test logins by their address. */
export const isConfigured = (
  { adminEmails, testLogins }: Pick<Settings, 'adminEmails' | 'testLogins'>,
  address: string,
): boolean => adminEmails.has(address) || testLogins.has(address);

/** A move never changes whether an account is a configured admin or a test login. */
const mayMove = (
  settings: Pick<Settings, 'adminEmails' | 'testLogins'>,
  from: string,
  to: string,
): boolean =>
  !settings.testLogins.has(from) &&
  !settings.testLogins.has(to) &&
  settings.adminEmails.has(from) === settings.adminEmails.has(to);

/**
 * Why the new address can't be the account's now; undefined if it can. Call it with the
 * address locked: the settings may name it, or another account may have it, since the move
 * began.
 */
export async function whyNotFree(
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
  { fromKey, toKey, userId }: Pick<Move, 'fromKey' | 'toKey' | 'userId'>,
): Promise<AppError | undefined> {
  if (!mayMove(settings, fromKey, toKey)) return addressConfigured();
  return (await isTaken(em, toKey, userId)) ? addressTaken() : undefined;
}

/** Fails with `ADDRESS_CONFIGURED`, `ADDRESS_TAKEN`. */
export async function requireFree(...move: Parameters<typeof whyNotFree>): Promise<void> {
  const error = await whyNotFree(...move);
  if (error) throw error;
}

/**
 * Mails a code to both addresses. Reads nothing about the new one. Fails with
 * `ADDRESS_UNCHANGED`, `RATE_LIMITED`, or `ADDRESS_CONFIGURED` for an account that the
 * settings name.
 */
export async function startMove(
  deps: Deps,
  { id: userId, sessionId, origin }: Pick<SignedInUser, 'id' | 'sessionId' | 'origin'>,
  { email }: { email: string },
): Promise<{ data: null }> {
  const toKey = addressKey(email);
  await inTransaction(deps, async (inner) => {
    const { em, random, keys, settings } = inner;
    const account = await lockAccount(em, { userId });
    if (!account) {
      throw tokenInvalid();
    }
    if (account.emailKey === toKey) {
      throw addressUnchanged();
    }
    // What is said of an account that no setting names must not depend on the new one.
    if (
      isConfigured(settings, account.emailKey) &&
      !mayMove(settings, account.emailKey, toKey)
    ) {
      throw addressConfigured();
    }
    const move = { id: random.id(), keyId: keys.current.id, userId, sessionId };
    const asked = await askMove(em, { ...move, toEmail: email, toKey });
    if (!asked) {
      const wait = await waitForStart(em, { sessionId, userId });
      throw rateLimited(wait?.seconds ?? 1);
    }
    await queueLetters(em, await em.findOneOrFail(Move, asked.id));
    if (account.isYoung) {
      await limitYoung(inner, origin.ip);
    }
  });
  return { data: null };
}
