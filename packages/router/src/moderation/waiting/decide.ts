import { readInstant, WaitingAct } from '@namecard/db';
import { z } from 'zod';
import type { SignedInUser } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import { beginAct } from '../acts/start.ts';
import { changeCards } from '../brake/change-cards.ts';
import { moderateSeen } from '../profiles/hide-and-restore.ts';
import type { ActionResults } from '../schemas.ts';
import { undoEventsOf } from '../undo/undo.ts';
import { decidedAlready, onlyAdminsDo, waitingActNotFound } from './errors.ts';
import type { DecideInput } from './schemas.ts';
import { lockWaiting, readDecider } from './waiting.sql.ts';

/*
 * Decides about acts that wait for an admin.
 *
 * Problem: an act on very many cards may come from a stolen session.
 *
 * Plan: beyond the moderator's limit, an act is rolled back and stored. An admin
 * does it as their own act, or drops it. Cards that have changed since are left
 * out.
 *
 * Price: honest work beyond the limit waits for an admin.
 */

type Results = z.infer<typeof ActionResults>;

const Profiles = z.array(z.object({ id: z.string(), revision: z.int() }));

const Events = z.array(z.object({ id: z.string() }));

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

/** Acts only on cards that are as they were at the request. */
async function doAct(
  deps: Deps,
  actor: SignedInUser,
  { kind, subjects, reason, note, privateNote }: WaitingAct,
  code: string | undefined,
): Promise<Results> {
  if (kind === 'undo') {
    const events = Events.parse(subjects);
    return undoEventsOf(
      deps,
      actor,
      events.map(({ id }) => id),
      code,
    );
  }
  const type = kind === 'hide' ? 'profile.hidden' : 'profile.restored';
  const action = { type, reason, note, privateNote, code } as const;
  return moderateSeen(deps, actor, Profiles.parse(subjects), action);
}

/** Whether a job does it, because it came from a search. */
const isLarge = ({ kind, cards }: WaitingAct) => kind === 'approve' || cards > 1_000;

/**
 * Admins decide. The person who asked may drop it. Fails with
 * `WAITING_ACT_NOT_FOUND`, `CHANGED_MEANWHILE`, `ROLE_MISSING`, `CODE_REQUIRED`,
 * `CODE_INVALID`.
 */
export async function decide(
  deps: Deps,
  actor: SignedInUser,
  { id, decision, code }: z.infer<typeof DecideInput>,
): Promise<Results> {
  return changeCards(deps, actor, async (inner) => {
    await lockInRole(inner, actor);
    const act = await loadWaiting(inner, actor, id);
    const isDone = decision === 'do';
    if (isDone && actor.role !== 'admin') {
      throw onlyAdminsDo();
    }
    const nothing: Results = { data: { action: null, results: [] } };
    if (isDone && isLarge(act)) {
      const { reason, note, privateNote, cards } = act;
      await beginAct(inner, actor, act, { reason, note, privateNote, cards, code });
      return { data: { action: act.actionId, results: [] } };
    }
    const { data } = isDone ? await doAct(inner, actor, act, code) : nothing;
    act.settle({
      at: await readInstant(inner.em),
      by: actor.id,
      outcome: isDone ? 'done' : 'dropped',
      action: data.action,
    });
    await inner.em.flush();
    return { data };
  });
}
