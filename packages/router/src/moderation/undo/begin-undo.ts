import type { LimitedActor } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { beginAct } from '../acts/start.ts';
import { storeAct } from '../brake/store-act.ts';
import { countOpen, type DoneEvent } from './undo.sql.ts';
import { actOf } from './act-of.ts';

/**
 * Lets a job undo very many events. Fails with `UNDO_TAKES_ADMIN`, `CODE_REQUIRED`,
 * `CODE_INVALID`, throws `Braked`.
 */
export async function beginUndo(
  deps: Deps,
  actor: LimitedActor,
  named: readonly DoneEvent[],
  code: string | undefined,
): Promise<string | null> {
  const ids = named.map(({ id }) => id);
  const changed = await countOpen(deps.em, ids, personOf(actor));
  const act = await actOf(deps, actor, named, changed);
  await lockInRole(deps, actor);
  const stored = await storeAct(deps, actor, act);
  await beginAct(deps, actor, stored, { ...act, code });
  return stored.actionId;
}
