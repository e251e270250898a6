import type { LeftOut } from '@namecard/db';
import type { LimitedActor } from '../../access/caller.ts';
import { personOf } from '../../access/policy.ts';
import { type NewEvent, recordMore } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { openChangedWhileHidden } from '../../items/open-items.sql.ts';
import { findOpen } from '../desk/items.sql.ts';
import { visibleTo } from '../desk/viewer.ts';
import { approvalOf, togglingOf } from '../profiles/toggling.ts';
import { lockProfiles, showHeld, toggleHidden } from '../profiles/toggling.sql.ts';
import type { Subject } from './acts.sql.ts';
import { leftReasonOf } from './policy.ts';
import { findMatching, isAmong, type Matching } from './preview.sql.ts';
import type { PreviewedKind } from './schemas.ts';

/** Approvals close the items that the actor may decide about. */
async function approvals(
  deps: Deps,
  actor: LimitedActor,
  cards: readonly Matching[],
): Promise<NewEvent[]> {
  const ids = cards.map(({ id }) => id);
  const open = await findOpen(deps.em, visibleTo(actor, deps), ids);
  const items = Map.groupBy(open, ({ profileId }) => profileId);
  return cards.map((card) => approvalOf(card, items.get(card.id) ?? []));
}

/** Locks cards, and reads them as the preview did. */
async function lockCards(deps: Deps, actor: LimitedActor, ids: readonly string[]) {
  const { em, settings } = deps;
  const person = personOf(actor);
  await lockProfiles(em, ids, person, settings);
  const isVisible = visibleTo(actor, deps);
  const cards = await findMatching(em, [isAmong(ids)], isVisible, person, settings);
  return new Map(cards.map((card) => [card.id, card]));
}

/** Changes the cards that are as they were seen. Returns the others. */
export async function cardsPiece(
  deps: Deps,
  actor: LimitedActor,
  { kind, action }: { kind: PreviewedKind; action: string },
  seen: readonly Subject[],
): Promise<LeftOut[]> {
  const { em, settings } = deps;
  const asked = seen.map(({ id }) => id);
  const cards = await lockCards(deps, actor, asked);
  const changed: Matching[] = [];
  const left: LeftOut[] = [];
  for (const { id, revision } of seen) {
    const card = cards.get(id);
    const reason = card && leftReasonOf(actor, kind, card, settings, revision);
    if (card && !reason) changed.push(card);
    else left.push({ id, reason: reason ?? 'GONE' });
  }
  if (changed.length === 0) {
    return left;
  }
  const ids = changed.map(({ id }) => id);
  if (kind === 'restore' && settings.review.has('changed')) {
    // Nobody has read each of them.
    await openChangedWhileHidden(em, { ids });
  }
  const approves = kind === 'approve';
  const events = approves
    ? await approvals(deps, actor, changed)
    : changed.map(togglingOf);
  await recordMore(deps, action, events);
  await (approves ? showHeld : toggleHidden)(em, { ids });
  return left;
}
