import type { Moderator } from '../../access/caller.ts';
import { lockUserAndAdmins } from '../../access/locks.sql.ts';
import { personOf } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { obstacleError } from '../profiles/errors.ts';
import { type LockedProfile, lockProfiles } from '../profiles/toggling.sql.ts';
import { changedMeanwhile } from './errors.ts';
import { type ItemRow, lockItem } from './items.sql.ts';

/** Locks the subject of an item. Fails with `CHANGED_MEANWHILE`, `OWN_REPORT`. */
export async function lockSubject(
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
export async function requireOpen({ em }: Deps, actor: Moderator, { id }: ItemRow) {
  const locked = await lockItem(em, id);
  if (!locked) {
    throw changedMeanwhile('Somebody has decided about it meanwhile.');
  }
  const isOthers = locked.isLeased && locked.leasedBy !== personOf(actor);
  if (isOthers && actor.kind === 'user' && actor.role !== 'admin') {
    throw changedMeanwhile('Somebody else has leased it meanwhile.');
  }
}
