import type { Moderator } from '../../access/caller.ts';
import { changedMeanwhile } from '../../access/errors.ts';
import { lockUserAndAdmins } from '../../access/locks.sql.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { obstacleError } from '../profiles/errors.ts';
import { type LockedProfile, lockProfiles } from '../profiles/toggling.sql.ts';
import { itemNotFound } from './errors.ts';
import { findItem, type ItemRow, lockItem } from './items.sql.ts';
import { visibleTo } from './viewer.ts';

async function lockSubject(
  deps: Deps,
  actor: Moderator,
  { kind, profileId, userId }: ItemRow,
): Promise<LockedProfile | undefined> {
  if (profileId === null) {
    const user = await lockUserAndAdmins(deps, userId);
    if (kind === 'appealed' && !user?.isSuspended) {
      throw changedMeanwhile('The suspension has ended meanwhile.');
    }
    return undefined;
  }
  const [card] = await lockProfiles(deps.em, [profileId], personOf(actor), deps.settings);
  if (!card) {
    throw changedMeanwhile('The owner has deleted it meanwhile.');
  }
  if (card.isReportedByActor) {
    throw obstacleError('OWN_REPORT');
  }
  return card;
}

/** The item must be open. A moderator may not decide what others have leased. */
async function requireOpen({ em }: Deps, actor: Moderator, { id }: ItemRow) {
  const locked = await lockItem(em, id);
  if (!locked) {
    throw changedMeanwhile('Somebody has decided about it meanwhile.');
  }
  const isOthers = locked.isLeased && locked.leasedBy !== personOf(actor);
  if (isOthers && actor.kind === 'user' && actor.role !== 'admin') {
    throw changedMeanwhile('Somebody else has leased it meanwhile.');
  }
}

/**
 * Locks an item and its card or account, for a decision. Fails with `ITEM_NOT_FOUND`,
 * `CHANGED_MEANWHILE`, `OWN_REPORT`.
 */
export async function lockToDecide(deps: Deps, actor: Moderator, id: string) {
  const item = await findItem(deps.em, visibleTo(actor, deps), id);
  if (!item) {
    throw itemNotFound();
  }
  const card = await lockSubject(deps, actor, item);
  await requireOpen(deps, actor, item);
  return { item, card };
}
