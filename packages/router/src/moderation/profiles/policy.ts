import type { Moderator } from '../../access/caller.ts';
import { canActOn, isOwn } from '../../access/policy.ts';
import type { Settings } from '../../context.ts';
import type { LockedProfile } from './toggling.sql.ts';

/** Reasons why an actor may not hide or restore a profile. */
export type Obstacle = 'OWN_PROFILE' | 'OWN_REPORT' | 'CONFIGURED_ADMIN';

type Owned = Pick<LockedProfile, 'ownerId' | 'ownerEmail'>;

type Reported = Owned & Pick<LockedProfile, 'isReportedByActor'>;

/**
 * The obstacle for this one of `count` profiles. A person may act on any single
 * profile of others. Several profiles, and programs, need `canActOn`.
 */
export function obstacleTo(
  actor: Moderator,
  count: number,
  { ownerId, ownerEmail }: Owned,
  settings: Pick<Settings, 'adminEmails'>,
): Obstacle | undefined {
  if (isOwn(actor, ownerId)) {
    return 'OWN_PROFILE';
  }
  if (count === 1 && actor.kind !== 'key') {
    return undefined;
  }
  return canActOn(actor, ownerEmail, settings) ? undefined : 'CONFIGURED_ADMIN';
}

/** The same for hiding: nobody hides what they reported. */
export const obstacleToHiding = (
  actor: Moderator,
  count: number,
  profile: Reported,
  settings: Pick<Settings, 'adminEmails'>,
): Obstacle | undefined =>
  obstacleTo(actor, count, profile, settings) ??
  (profile.isReportedByActor ? 'OWN_REPORT' : undefined);
