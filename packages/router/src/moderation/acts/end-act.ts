import { ModerationAction, readInstant, WaitingAct } from '@namecard/db';
import type { z } from 'zod';
import type { LimitedActor } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import { recordAction } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { inTransaction } from '../../transaction.ts';
import { findAct, lockAct } from './acts.sql.ts';
import { actNotFound } from './errors.ts';
import { seenBy } from './list-acts.ts';
import type { ActInput, OneAct } from './schemas.ts';
import { actView } from './view.ts';

/** Call it with the act locked. */
export async function endAct(
  { em }: Pick<Deps, 'em'>,
  id: string,
  outcome: 'done' | 'stopped',
): Promise<void> {
  const act = await em.findOneOrFail(WaitingAct, id);
  const { decidedBy, actionId } = act;
  if (actionId === null) {
    throw new Error('An act that has not begun can’t end');
  }
  const at = await readInstant(em);
  act.settle({ at, by: decidedBy, outcome, action: actionId });
  const action = await em.findOneOrFail(ModerationAction, actionId);
  action.state = 'done';
  await em.flush();
}

/**
 * Its actor or any admin stops it, which is in the history, or drops it while it waits.
 * Fails with `ACT_NOT_FOUND`.
 */
export const stopAct = (
  deps: Deps,
  actor: LimitedActor,
  { id }: z.infer<typeof ActInput>,
): Promise<z.infer<typeof OneAct>> =>
  inTransaction(deps, async (inner) => {
    const { em } = inner;
    const by = seenBy(actor);
    await lockInRole(inner, actor);
    const state = (await lockAct(em, id))?.state;
    const seen = await findAct(em, id, by);
    if (!seen) {
      throw actNotFound();
    }
    if (state === 'waiting') {
      const waiting = await em.findOneOrFail(WaitingAct, id);
      const at = await readInstant(em);
      waiting.settle({ at, by: actor.id, outcome: 'dropped', action: null });
      await em.flush();
      return { data: { act: { ...actView(seen), state: 'stopped' } } };
    }
    if (state === 'running') {
      await endAct(inner, id, 'stopped');
      const type = 'act.stopped';
      const { total, passed } = seen;
      const event = { type, userId: null, before: {}, after: { passed, total } } as const;
      await recordAction(inner, actor, { type }, [event]);
    }
    const ended = await findAct(em, id, by);
    return { data: { act: actView(ended ?? seen) } };
  });
