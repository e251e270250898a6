import { WaitingAct } from '@namecard/db';
import type { UserActor } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import type { Deps } from '../../context.ts';
import { beginAct } from '../acts/start.ts';
import { undoTakesAdmin } from './errors.ts';
import { cardsOf, isFree, takesAdmin } from './policy.ts';
import { countOpen, type DoneEvent } from './undo.sql.ts';

/**
 * Lets a job undo very many events. Roles are given back by hand. Fails with
 * `UNDO_TAKES_ADMIN`, throws `Braked`.
 */
export async function beginUndo(
  deps: Deps,
  actor: UserActor,
  named: readonly DoneEvent[],
  code: string | undefined,
): Promise<string | null> {
  const { em, random } = deps;
  const undone = named.filter(({ type }) => type !== 'user.role_changed');
  const cards = await countOpen(
    em,
    undone.map(({ id }) => id),
    actor.id,
  );
  if (takesAdmin(actor, undone, cards)) {
    throw undoTakesAdmin();
  }
  await lockInRole(deps, actor);
  const counted = undone.filter((event) => !isFree(actor, event));
  const why = { reason: null, note: null, privateNote: null };
  const act = em.create(WaitingAct, {
    ...why,
    id: random.id(),
    askedBy: actor.id,
    sessionId: actor.sessionId,
    kind: 'undo',
    subjects: undone.map(({ id }) => ({ id })),
    ownerIds: [...new Set(undone.flatMap(({ userId }) => userId ?? []))],
    cards,
  });
  await em.flush();
  await beginAct(deps, actor, act, { ...why, code, cards: cardsOf(counted).size });
  return act.actionId;
}
