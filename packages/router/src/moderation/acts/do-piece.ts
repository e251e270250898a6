import type { LeftOut } from '@namecard/db';
import { type LimitedActor, system } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import { roleOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { inTransaction } from '../../transaction.ts';
import { undoPiece } from '../undo/undo.ts';
import {
  lockAct,
  nextSubjects,
  passSubjects,
  readAct,
  readActingSession,
  type RunningAct,
  type Subject,
} from './acts.sql.ts';
import { cardsPiece } from './cards-piece.ts';
import { endAct } from './end-act.ts';
import { perPiece, reaching } from './policy.ts';
import { suspendPiece } from './suspend-piece.ts';

/*
 * Does an act on very many cards, a hundred at a time.
 *
 * Problem: the act must survive a crash, do nothing twice, end at once when it is
 * stopped, and must not keep others waiting.
 *
 * Plan: each piece is a transaction of its own. It locks the act, looks at the actor's
 * session or key and role again, changes the cards, records their events in the one
 * action, and counts how far it came. So after a crash the next worker goes on where the
 * last commit ended. The action was counted towards the actor's limit when it began.
 *
 * Price: readers see some cards changed before others.
 */

/** The actor as they are now. Undefined if the session has ended or the role is another. */
async function findActor(
  { em, settings }: Deps,
  { kind, askedBy, decidedBy, sessionId, actingRole: role }: RunningAct,
): Promise<LimitedActor | undefined> {
  const { origin } = system;
  if (role !== null && decidedBy === null) {
    // Its lock tells whether the key still works.
    return {
      kind: 'key',
      id: sessionId,
      makerId: askedBy,
      role,
      isListing: false,
      origin,
    };
  }
  const found = await readActingSession(em, sessionId, settings.sessionDays);
  if (!found || decidedBy === null || roleOf(found, settings) !== role) {
    return undefined;
  }
  const isConfiguredAdmin = settings.adminEmails.has(found.emailKey);
  const person = { id: decidedBy, role, isConfiguredAdmin, sessionId, origin };
  return reaching({ kind: 'user', ...person }, kind);
}

/** Undefined if the actor may not go on. */
async function lockActor(
  deps: Deps,
  act: RunningAct | undefined,
): Promise<LimitedActor | undefined> {
  const actor = act && (await findActor(deps, act));
  try {
    if (actor) await lockInRole(deps, actor);
    return actor;
  } catch (error) {
    if (error instanceof AppError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Cards come first, then the owners to suspend. A piece has one of both: accounts are
 * locked before cards.
 */
function pieceOf(subjects: readonly Subject[]): readonly Subject[] {
  const owners = subjects.findIndex(({ isOwner }) => isOwner);
  return owners > 0 ? subjects.slice(0, owners) : subjects;
}

/** Does one piece of an act of this kind. Returns the subjects that it left. */
async function change(
  deps: Deps,
  actor: LimitedActor,
  { kind, actionId: action }: RunningAct,
  subjects: readonly Subject[],
): Promise<LeftOut[]> {
  if (action === null) {
    throw new Error('An act that has not begun can’t go on');
  }
  if (subjects.some(({ isOwner }) => isOwner)) {
    const owners = subjects.map(({ id }) => id);
    return suspendPiece(deps, actor, action, owners);
  }
  if (kind !== 'undo') {
    return cardsPiece(deps, actor, { kind, action }, subjects);
  }
  const events = subjects.map(({ id }) => id);
  const results = await undoPiece(deps, actor, action, events);
  return results.flatMap((result) =>
    result.outcome === 'rejected' ? [{ id: result.id, reason: result.error.reason }] : [],
  );
}

/** Returns whether the act goes on. */
export const doPiece = (deps: Deps, id: string): Promise<boolean> =>
  inTransaction(deps, async (inner) => {
    const { em } = inner;
    const actor = await lockActor(inner, await readAct(em, id));
    const act = await lockAct(em, id);
    if (act?.state !== 'running') {
      return false;
    }
    if (!actor) {
      await endAct(inner, id, 'stopped');
      return false;
    }
    const piece = { after: act.passed, limit: perPiece };
    const subjects = pieceOf(await nextSubjects(em, id, piece));
    if (subjects.length === 0) {
      await endAct(inner, id, 'done');
      return false;
    }
    const left = await change(inner, actor, act, subjects);
    await passSubjects(em, id, { count: subjects.length, left });
    return true;
  });
