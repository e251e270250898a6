import type { LeftOut } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import { personOf } from '../../access/policy.ts';
import { type NewEvent, recordMore } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { findOpen } from '../desk/items.sql.ts';
import { visibleTo } from '../desk/viewer.ts';
import { approvalOf } from '../profiles/toggling.ts';
import { type LockedProfile, lockProfiles, showHeld } from '../profiles/toggling.sql.ts';

type Seen = { id: string; revision: number };

/** Why a locked card is not approved. */
function reasonAgainst(
  card: LockedProfile | undefined,
  { revision }: Seen,
): string | undefined {
  if (!card) return 'GONE';
  if (card.hidden) return 'ALREADY';
  if (card.revision !== revision) return 'CHANGED';
  return card.isReportedByActor ? 'OWN_REPORT' : undefined;
}

/** Approves cards that are as they were seen. Returns the others. */
export async function approvePiece(
  deps: Deps,
  actor: Moderator,
  action: string,
  seen: readonly Seen[],
): Promise<LeftOut[]> {
  const ids = seen.map(({ id }) => id);
  const cards = await lockProfiles(deps.em, ids, personOf(actor), deps.settings);
  const locked = new Map(cards.map((card) => [card.id, card]));
  const found = await findOpen(deps.em, visibleTo(actor, deps), ids);
  const items = Map.groupBy(found, ({ profileId }) => profileId);
  const left: LeftOut[] = [];
  const events: NewEvent[] = [];
  for (const one of seen) {
    const card = locked.get(one.id);
    const reason = reasonAgainst(card, one);
    const open = items.get(one.id) ?? [];
    if (!card || reason) {
      left.push({ id: one.id, reason: reason ?? 'GONE' });
    } else if (!open.some(({ isVisible }) => isVisible)) {
      left.push({ id: one.id, reason: 'NO_ITEM' });
    } else {
      events.push({
        ...approvalOf(card),
        spared: open.flatMap(({ id, isVisible }) => (isVisible ? [] : [id])),
      });
    }
  }
  if (events.length > 0) {
    await recordMore(deps, action, events);
    await showHeld(deps.em, { ids: events.flatMap(({ profileId }) => profileId ?? []) });
  }
  return left;
}
