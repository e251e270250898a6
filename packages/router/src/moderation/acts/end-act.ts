import { readInstant, WaitingAct } from '@namecard/db';
import type { z } from 'zod';
import type { LimitedActor } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import { recordEvent } from '../../audit/record-action.ts';
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
  state: 'done' | 'stopped',
  by: string | null = null,
): Promise<void> {
  const act = await em.findOneOrFail(WaitingAct, id);
  act.settle({ at: await readInstant(em), by: act.decidedBy ?? by, state });
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
    const find = () => findAct(em, id, seenBy(actor));
    await lockInRole(inner, actor);
    await lockAct(em, id);
    const act = await find();
    if (!act) {
      throw actNotFound();
    }
    const { state, passed, total } = act;
    if (state === 'waiting') {
      await endAct(inner, id, 'stopped', actor.id);
    }
    if (state === 'running') {
      await endAct(inner, id, 'stopped');
      await recordEvent(inner, actor, { type: 'act.stopped', after: { passed, total } });
    }
    return { data: { act: actView((await find()) ?? act) } };
  });
