import { WaitingAct } from '@namecard/db';
import { type LimitedActor, sessionOf } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { beginAct } from '../acts/start.ts';
import { takenBack, undoTakesAdmin } from './errors.ts';
import { isFree, rolesGiven, takesAdmin } from './policy.ts';
import { weightOf } from './weight-of.ts';
import { countOpen, type DoneEvent, findOtherAdmins } from './undo.sql.ts';

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
  const { em, random } = deps;
  const ids = named.map(({ id }) => id);
  const cards = await countOpen(em, ids, personOf(actor));
  if (takesAdmin(actor, named, cards)) {
    throw undoTakesAdmin();
  }
  await lockInRole(deps, actor);
  const counted = named.filter((event) => !isFree(actor, event));
  const why = { reason: null, note: null, privateNote: null };
  const act = em.create(WaitingAct, {
    ...why,
    id: random.id(),
    askedBy: personOf(actor),
    sessionId: sessionOf(actor),
    kind: 'undo',
    subjects: ids.map((id) => ({ id })),
    ownerIds: [...new Set(named.flatMap(({ userId }) => userId ?? []))],
    cards,
  });
  await em.flush();
  const others = await findOtherAdmins(deps, named, personOf(actor));
  const events = named.map((event) => ({ ...event, ...takenBack(event) }));
  const roles = rolesGiven(events, others);
  const counting = { code, roles, cards: await weightOf(em, counted) };
  await beginAct(deps, actor, act, { ...why, ...counting });
  return act.actionId;
}
