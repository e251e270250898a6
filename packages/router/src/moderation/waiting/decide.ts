import { readInstant, WaitingAct } from '@namecard/db';
import type { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import { beginAct } from '../acts/start.ts';
import { changeCards } from '../brake/change-cards.ts';
import { decidedAlready, onlyAdminsDo, waitingActNotFound } from './errors.ts';
import type { Decided, DecideInput } from './schemas.ts';
import { lockWaiting, readDecider } from './waiting.sql.ts';

/*
 * Decides about acts that wait for an admin.
 *
 * Problem: an act on very many cards may come from a stolen session.
 *
 * Plan: beyond the moderator's limit, an act is rolled back and stored. An admin drops
 * it, or begins it as their own act, which the job of large acts then does. Cards that
 * have changed since are left out.
 *
 * Price: honest work beyond the limit waits for an admin.
 */

/** Locks the act, so nobody else decides about it. */
async function loadWaiting(deps: Deps, actor: SignedInUser, id: string) {
  const isThere = await lockWaiting(deps.em, id);
  const act = isThere ? await deps.em.findOneOrFail(WaitingAct, id) : undefined;
  if (!act || (actor.role !== 'admin' && act.askedBy !== actor.id)) {
    throw waitingActNotFound();
  }
  if (act.state !== 'waiting') {
    throw decidedAlready(act, await readDecider(deps.em, act.decidedBy));
  }
  return act;
}

/**
 * Admins decide. The person who asked may drop it. Fails with
 * `WAITING_ACT_NOT_FOUND`, `CHANGED_MEANWHILE`, `ROLE_MISSING`, `CODE_REQUIRED`,
 * `CODE_INVALID`.
 */
export async function decide(
  deps: Deps,
  actor: SignedInUser,
  { id, decision, code }: z.infer<typeof DecideInput>,
): Promise<z.infer<typeof Decided>> {
  return changeCards(deps, actor, async (inner) => {
    await lockInRole(inner, actor);
    const act = await loadWaiting(inner, actor, id);
    if (decision === 'drop') {
      const at = await readInstant(inner.em);
      act.settle({ at, by: actor.id, outcome: 'dropped', action: null });
      await inner.em.flush();
      return { data: { action: null } };
    }
    if (actor.role !== 'admin') {
      throw onlyAdminsDo();
    }
    const { reason, note, privateNote, cards } = act;
    await beginAct(inner, actor, act, { reason, note, privateNote, cards, code });
    return { data: { action: act.actionId } };
  });
}
