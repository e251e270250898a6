import { isoInstant, Move, readInstant, User } from '@namecard/db';
import type { Moderator } from '../access/caller.ts';
import { userNotFound } from '../access/errors.ts';
import { lockUserAndAdmins } from '../access/locks.sql.ts';
import { lockModerator } from '../access/moderator.ts';
import { isOwn, personOf } from '../access/policy.ts';
import { addressKey } from '../addresses.ts';
import { recordAction } from '../audit/record-action.ts';
import type { Deps } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import {
  addressConfigured,
  addressTaken,
  addressUnchanged,
  moveCodeInvalid,
  moveNotFound,
  moveTakesAdmin,
  moveWaits,
  ownAddress,
} from './errors.ts';
import { lockMove } from './lock-move.ts';
import { isCodeOf } from './match-code.ts';
import {
  casesTo,
  contestedKeptFrom,
  forgetChallenges,
  isTaken,
  readDays,
  wakeMove,
  wasContested,
} from './moves.sql.ts';
import { isConfigured } from './start-move.ts';
import { endMove } from './undo-move.ts';

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
 * `ADDRESS_UNCHANGED`, `MOVE_WAITS`, `MOVE_TAKES_ADMIN`.
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
    const user = await em.findOneOrFail(User, id);
    const toKey = addressKey(email);
    if (user.emailKey === toKey) {
      throw addressUnchanged();
    }
    if (isConfigured(settings, user.emailKey) || isConfigured(settings, toKey)) {
      throw addressConfigured();
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
      earlier.close(now, 'replaced');
    }
    const others = [...locked.admins].filter(
      (admin) => admin !== personOf(actor) && admin !== id,
    );
    const isContested = await wasContested(em, id);
    if (isContested && actor.kind !== 'operator' && others.length === 0) {
      throw moveTakesAdmin();
    }
    const needsYes =
      actor.kind !== 'operator' &&
      others.length > 0 &&
      (isContested || user.role !== 'user');
    const move = em.create(Move, {
      id: random.id(),
      keyId: keys.current.id,
      userId: id,
      sessionId: null,
      openedBy: personOf(actor),
      isCase: true,
      reason,
      fromEmail: user.email,
      fromKey: user.emailKey,
      toEmail: email,
      toKey,
      mailsOld: true,
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
      endState: null,
      endedBy: null,
    });
    await em.flush();
    const spared = await contestedKeptFrom(em, id, personOf(actor));
    const event = { userId: id, before: {}, after: { email }, spared } as const;
    const type = 'user.move_opened';
    await recordAction(inner, actor, { type, privateNote: reason }, [{ ...event, type }]);
    await wakeMove(em, move.id);
    return { data: { move: move.id } };
  });
}

/**
 * Proves the new address of a case, without a session. The move waits from then on.
 * Fails with `CODE_INVALID`, `ADDRESS_TAKEN`.
 */
export async function proveMove(
  deps: Deps,
  { email, otp }: { email: string; otp: string },
): Promise<{ data: { dueAt: string } }> {
  const address = addressKey(email);
  const cases = await casesTo(deps.em, { address });
  const found = cases.find((move) => isCodeOf(deps.keys, 'arrive', move, otp));
  if (!found) {
    throw moveCodeInvalid();
  }
  return inTransaction(deps, async (inner) => {
    const { em } = inner;
    const { account, move } = await lockMove(em, found);
    // Its code may have ended, or it may be proven, while this call waited.
    const isCurrent = (await casesTo(em, { address })).some(({ id }) => id === found.id);
    if (!account || !move || !isCurrent) {
      throw moveCodeInvalid();
    }
    if (await isTaken(em, move.toKey, move.userId)) {
      throw addressTaken();
    }
    const days = account.role === 'user' ? waitDays : waitDaysOfTeam;
    const { now, later } = await readDays(em, days);
    move.wait(now, later);
    await em.flush();
    await forgetChallenges(em, [move.toKey]);
    await wakeMove(em, move.id);
    return { data: { dueAt: isoInstant(later) } };
  });
}

type Named = { id: string; move: string };

/** A second admin agrees to a case that needs it. Fails with `MOVE_NOT_FOUND`, `OWN_ADDRESS`. */
export async function confirmMove(
  deps: Deps,
  actor: Moderator,
  { id, move: moveId }: Named,
): Promise<{ data: null }> {
  await inTransaction(deps, async (inner) => {
    const { em } = inner;
    await lockUserAndAdmins(inner, id);
    await lockModerator(inner, actor, 'admin');
    const move = await em.findOne(Move, {
      id: moveId,
      userId: id,
      isCase: true,
      doneAt: null,
      closedAt: null,
    });
    if (!move) {
      throw moveNotFound();
    }
    if (isOwn(actor, id) || isOwn(actor, move.openedBy)) {
      throw ownAddress();
    }
    move.confirmedBy ??= personOf(actor);
    move.needsYes = false;
    await em.flush();
    const type = 'user.move_confirmed';
    const event = {
      type,
      userId: id,
      before: {},
      after: { email: move.toEmail },
    } as const;
    await recordAction(inner, actor, { type }, [event]);
    await wakeMove(em, move.id);
  });
  return { data: null };
}

/**
 * An admin stops a case, or takes a done move back. Fails with `MOVE_NOT_FOUND`,
 * `OWN_ADDRESS`.
 */
export async function endMoveOf(
  deps: Deps,
  actor: Moderator,
  { id, move }: Named,
): Promise<{ data: null }> {
  if (isOwn(actor, id)) {
    throw ownAddress();
  }
  const isAllowed = async (open: Move, inner: Deps) => {
    await lockModerator(inner, actor, 'admin');
    const now = await readInstant(inner.em);
    if (open.doneAt === null ? !open.isCase : (open.undoUntil ?? '') <= now) {
      return false;
    }
    const type = 'user.move_ended';
    const event = {
      type,
      userId: id,
      before: { email: open.toEmail },
      after: {},
      spared: await contestedKeptFrom(inner.em, id, personOf(actor)),
    } as const;
    await recordAction(inner, actor, { type }, [event]);
    return true;
  };
  if (!(await endMove(deps, { id: move, userId: id }, 'admin', isAllowed))) {
    throw moveNotFound();
  }
  return { data: null };
}
