import type { Moderator } from '../../access/caller.ts';
import { canActOn, isOwn } from '../../access/policy.ts';
import type { Settings } from '../../context.ts';
import type { LockedProfile } from './toggling.sql.ts';

/** Reasons why an actor may not hide or restore a profile. */
export type Obstacle = 'OWN_PROFILE' | 'OWN_REPORT' | 'CONFIGURED_ADMIN';

type Card = Pick<LockedProfile, 'ownerId' | 'ownerEmail' | 'isReportedByActor'>;

type Act = {
  /** How many profiles the act is on. */
  count: number;
  /** Nobody hides or approves what they reported. */
  hides: boolean;
};

/**
 * The obstacle for one profile of an act. A person may act on any single profile of
 * others. Several profiles, and programs, need `canActOn`.
 */
export function obstacleTo(
  actor: Moderator,
  { count, hides }: Act,
  { ownerId, ownerEmail, isReportedByActor }: Card,
  settings: Pick<Settings, 'adminEmails'>,
): Obstacle | undefined {
  if (isOwn(actor, ownerId)) {
    return 'OWN_PROFILE';
  }
  const isSingle = count === 1 && actor.kind !== 'key';
  if (!isSingle && !canActOn(actor, ownerEmail, settings)) {
    return 'CONFIGURED_ADMIN';
  }
  return hides && isReportedByActor ? 'OWN_REPORT' : undefined;
}
