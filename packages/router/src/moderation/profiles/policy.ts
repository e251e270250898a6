import { canActOn } from '../../access/policy.ts';
import type { Moderator } from '../../access/service.ts';
import type { Settings } from '../../context.ts';
import type { LockedProfile } from './queries.ts';

/**
 * Whether an action on `count` profiles may include this one. For people a single one may be anybody's; one of several, and any for
 * a program, takes `canActOn`.
 */
export const canActAmong = (
  count: number,
  actor: Moderator,
  { ownerEmail }: Pick<LockedProfile, 'ownerEmail'>,
  settings: Pick<Settings, 'adminEmails'>,
) => (count === 1 && actor.kind !== 'key') || canActOn(actor, ownerEmail, settings);
