import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import {
  type NewAction,
  type NewEvent,
  recordAction,
} from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { type CardAct, lockBrake, requireUnbraked } from '../brake/brake.ts';
import type * as schemas from './schemas.ts';
import { type LockedProfile, lockProfiles } from './toggling.sql.ts';

export type Input<
  Name extends
    | 'HideProfileInput'
    | 'RestoreProfileInput'
    | 'HideManyInput'
    | 'RestoreManyInput'
    | 'HideAllOfInput',
> = z.infer<(typeof schemas)[Name]>;

export type ProfileAction = Omit<NewAction, 'reason'> &
  Pick<CardAct, 'reason'> & { type: 'profile.hidden' | 'profile.restored' };

/** The event of hiding or restoring a locked profile. */
export function togglingOf({
  id,
  username,
  ownerId,
  hidden,
  revision,
}: LockedProfile): NewEvent {
  return {
    type: hidden ? 'profile.restored' : 'profile.hidden',
    userId: ownerId,
    profileId: id,
    username,
    subjectRevision: revision + 1,
    before: { hidden },
    after: { hidden: !hidden },
  };
}

/** Admins have no limit of changed cards, so a former admin is refused. */
const roleOfAct = (actor: Moderator) =>
  actor.kind === 'user' && actor.role === 'admin' ? 'admin' : 'moderator';

/** Locks the actor first, so that their role stays the same during later waits. */
export async function lockForAction(
  deps: Deps,
  actor: Moderator,
  ids: readonly string[],
) {
  await lockBrake(deps, actor);
  await lockModerator(deps, actor, roleOfAct(actor));
  return lockProfiles(deps.em, ids, personOf(actor));
}

/** Call it with the rows locked, before the change. Throws `Braked`. */
export async function recordToggling(
  deps: Deps,
  actor: Moderator,
  { requested, ...action }: ProfileAction,
  profiles: readonly LockedProfile[],
): Promise<string> {
  const { type, ...why } = action;
  const cards = profiles.length;
  await requireUnbraked(deps, actor, {
    ...why,
    kind: type === 'profile.hidden' ? 'hide' : 'restore',
    subjects: profiles.map(({ id, revision }) => ({ id, revision })),
    ownerIds: profiles.map(({ ownerId }) => ownerId),
    cards,
  });
  const recorded = { ...action, cards, requested: requested ?? cards };
  return recordAction(deps, actor, recorded, profiles.map(togglingOf));
}
