import { WaitingAct } from '@namecard/db';
import { type LimitedActor, sessionOf } from '../../access/caller.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import type { CardAct } from './brake.ts';

/** Stores what an act is about: a preview, or an act that waits or is about to begin. */
export async function storeAct(
  { em, random }: Pick<Deps, 'em' | 'random'>,
  actor: LimitedActor,
  { kind, subjects, ownerIds, cards, reason, note, privateNote }: CardAct,
  state: 'previewed' | 'waiting' = 'waiting',
): Promise<WaitingAct> {
  const act = em.create(WaitingAct, {
    id: random.id(),
    askedBy: personOf(actor),
    sessionId: sessionOf(actor),
    kind,
    state,
    subjects,
    ownerIds: [...new Set(ownerIds)],
    cards,
    reason: reason ?? null,
    note: note ?? null,
    privateNote: privateNote ?? null,
  });
  await em.flush();
  return act;
}
