import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import { lockModerator } from '../../access/moderator.ts';
import type { NewAction, NewEvent } from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
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

/** What is done to profiles, and why. */
export type ProfileAction = NewAction & { type: 'profile.hidden' | 'profile.restored' };

/** What is recorded where a locked profile is hidden or, if it is hidden, restored. */
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

/** Locks the actor first: what they may do is settled before anything else waits. */
export async function lockForAction(
  deps: Deps,
  actor: Moderator,
  ids: readonly string[],
) {
  await lockModerator(deps, actor);
  return lockProfiles(deps.em, ids);
}
