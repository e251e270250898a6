import { isoInstant, Move, readDays, readInstant, type Role, User } from '@namecard/db';
import { mailingCode, requireCode } from '../access/act-codes.ts';
import type { Moderator } from '../access/caller.ts';
import { userNotFound } from '../access/errors.ts';
import { lockUserAndAdmins } from '../access/locks.sql.ts';
import { lockModerator, requireCanActOn } from '../access/moderator.ts';
import { isOwn, personOf, roleOf } from '../access/policy.ts';
import { addressKey } from '../addresses.ts';
import { recordEvent } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { rateLimited } from '../errors.ts';
import { inTransaction } from '../transaction.ts';
import { end } from './carry-out.ts';
import { contestedKeptFrom, waitForCase, wasContested } from './cases.sql.ts';
import {
  addressConfigured,
  addressUnchanged,
  moveNotFound,
  moveTakesAdmin,
  moveWaits,
  ownAddress,
} from './errors.ts';
import { queueLetters } from './letters.ts';
import { type Locked, lockingMoves } from './lock-moves.ts';
import { usingCodes } from './match-code.ts';
import { casesTo, forgetChallenges, queueJobs } from './moves.sql.ts';
import { lockAccount } from './start-move.sql.ts';
import { isConfigured, requireFree } from './start-move.ts';

/*
 * An admin's case: the owner has lost the mailbox. The new address proves itself by a
 * code, then the move waits. An admin could take over anybody this way, so both
 * addresses and all admins are told at once, and it can be taken back.
 */

const waitDays = 7;
const waitDaysOfTeam = 14;

type Opened = { id: string; email: string; reason: string };

/**
 * Opens a case and mails its code to the new address. Replaces a case whose code was
 * not used yet. Fails with `USER_NOT_FOUND`, `OWN_ADDRESS`, `ADDRESS_CONFIGURED`,
 * `ADDRESS_UNCHANGED`, `MOVE_WAITS`, `MOVE_TAKES_ADMIN`, `RATE_LIMITED`.
 */
export async function openMove(
  deps: Deps,
  actor: Moderator,
  { id, email, reason }: Opened,
): Promise<{ data: { move: string } }> {
  if (isOwn(actor, id)) {
    throw ownAddress();
  }
  return inTransaction(deps, async (inner) => {
    const { em, random, keys, settings } = inner;
    const locked = await lockUserAndAdmins(inner, id);
    if (!locked) {
      throw userNotFound();
    }
    await lockModerator(inner, actor, 'admin');
    await lockAccount(em, { userId: id });
    const user = await em.findOneOrFail(User, id);
    const toKey = addressKey(email);
    if (user.emailKey === toKey) {
      throw addressUnchanged();
    }
    if (isConfigured(settings, user.emailKey) || isConfigured(settings, toKey)) {
      throw addressConfigured();
    }
    const person = personOf(actor);
    const wait = person === null ? undefined : await waitForCase(em, person);
    if (wait !== undefined) {
      throw rateLimited(wait);
    }
    const open = await em.find(Move, {
      userId: id,
      doneAt: null,
      closedAt: null,
      isCase: true,
    });
    if (open.some(({ dueAt }) => dueAt !== null)) {
      throw moveWaits();
    }
    const now = await readInstant(em);
    for (const earlier of open) {
      earlier.close(now);
    }
    const others = [...locked.admins].filter((admin) => admin !== person && admin !== id);
    const isContested = await wasContested(em, id);
    const isOperator = actor.kind === 'operator';
    if (isContested && !isOperator && others.length === 0) {
      throw moveTakesAdmin();
    }
    const needsYes =
      !isOperator && others.length > 0 && (isContested || user.role !== 'user');
    const move = em.create(Move, {
      id: random.id(),
      keyId: keys.current.id,
      userId: id,
      sessionId: null,
      openedBy: person,
      isCase: true,
      reason,
      fromEmail: user.email,
      fromKey: user.emailKey,
      toEmail: email,
      toKey,
      mailsNew: true,
      isContested,
      needsYes,
      confirmedBy: null,
      restingRole: null,
      provenAt: null,
      dueAt: null,
      doneAt: null,
      undoUntil: null,
      closedAt: null,
      endedBy: null,
    });
    await em.flush();
    const spared = await contestedKeptFrom(em, id, person);
    const event = {
      type: 'user.move_opened',
      userId: id,
      after: { email },
      spared,
    } as const;
    await recordEvent(inner, actor, event, { privateNote: reason });
    await queueLetters(em, move);
    return { data: { move: move.id } };
  });
}

/**
 * Proves the new address of a case, without a session. The move waits from then on.
 * Fails with `CODE_INVALID`, `ADDRESS_CONFIGURED`, `ADDRESS_TAKEN`.
 */
export async function proveMove(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
): Promise<{ data: { dueAt: string } }> {
  const address = addressKey(email);
  const codes = [['arrive', otp]] as const;
  const read = (em: Deps['em']) => casesTo(em, { address });
  return usingCodes(deps, { codes, read }, async (inner, { account, move }) => {
    const { em } = inner;
    await requireFree(inner, move);
    const dueAt = await beginWait(em, move, account.role);
    await forgetChallenges(em, [move.toKey]);
    return { data: { dueAt: isoInstant(dueAt) } };
  });
}

async function beginWait(em: Deps['em'], move: Move, role: Role): Promise<string> {
  const days = role === 'user' ? waitDays : waitDaysOfTeam;
  const { since, until } = await readDays(em, days);
  move.wait(since, until);
  await em.flush();
  await queueLetters(em, move);
  await queueJobs(em, [{ key: move.id, at: since }]);
  return until;
}

type Named = { id: string; move: string };

/**
 * A second admin agrees to a case that needs it. Fails with `MOVE_NOT_FOUND`,
 * `OWN_ADDRESS`, `ADDRESS_CONFIGURED`, `ADDRESS_TAKEN`.
 */
export async function confirmMove(
  deps: Deps,
  actor: Moderator,
  { id, move: moveId }: Named,
): Promise<{ data: null }> {
  const person = personOf(actor);
  const act = async (inner: Deps, { account, moves }: Locked) => {
    const { em } = inner;
    await lockModerator(inner, actor, 'admin');
    const move = moves.find((one) => one.id === moveId && one.isCase);
    if (!account || move?.doneAt !== null) {
      throw moveNotFound();
    }
    if (isOwn(actor, id) || isOwn(actor, move.openedBy)) {
      throw ownAddress();
    }
    if (move.dueAt !== null && move.dueAt <= (await readInstant(em))) {
      // The new address was free meanwhile.
      await requireFree(inner, move);
      // Nobody thinks of it any more, so everybody is told again.
      await beginWait(em, move, account.role);
    }
    // The last yes counts: an earlier admin may be none any more.
    move.confirmedBy = person;
    move.needsYes = false;
    await em.flush();
    const after = { email: move.toEmail };
    await recordEvent(inner, actor, { type: 'user.move_confirmed', userId: id, after });
  };
  await lockingMoves(deps, id, act, person);
  return { data: null };
}

/**
 * An admin stops a case, or takes a done move back. Taking back an admin's takes a code.
 * Fails with `MOVE_NOT_FOUND`, `OWN_ADDRESS`, `CONFIGURED_ADMIN`, `CODE_REQUIRED`,
 * `CODE_INVALID`.
 */
export async function endMoveOf(
  deps: Deps,
  actor: Moderator,
  { id, move, code }: Named & { code?: string | undefined },
): Promise<{ data: null }> {
  if (isOwn(actor, id)) {
    throw ownAddress();
  }
  const person = personOf(actor);
  const act = async (inner: Deps, { account, moves }: Locked) => {
    await lockModerator(inner, actor, 'admin');
    const ended = moves.find((one) => one.id === move);
    if (!account || !ended || (ended.doneAt === null && !ended.isCase)) {
      throw moveNotFound();
    }
    const { em, settings } = inner;
    // An admin loses role and sessions by it, or is one again by `ADMIN_EMAILS`.
    const takesCode =
      ended.doneAt !== null &&
      (roleOf(account, settings) === 'admin' || settings.adminEmails.has(ended.fromKey));
    if (takesCode) {
      requireCanActOn(inner, actor, account.emailKey);
    }
    const spared = await contestedKeptFrom(em, id, person);
    const before = { email: ended.toEmail };
    await recordEvent(inner, actor, {
      type: 'user.move_ended',
      userId: id,
      before,
      spared,
    });
    await end(inner, ended, { moves, by: 'admin' });
    if (takesCode) {
      const detail = [id, 'moved back', move];
      await requireCode(inner, actor, { act: 'give_role', detail, code });
    }
  };
  await mailingCode(deps, () => lockingMoves(deps, id, act, person));
  return { data: null };
}
