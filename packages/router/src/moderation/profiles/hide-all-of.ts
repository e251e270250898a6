import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { changeCards } from '../brake/change-cards.ts';
import { obstacleError } from './errors.ts';
import { obstacleToHiding } from './policy.ts';
import { findActive } from './profiles.sql.ts';
import { HiddenAllOf } from './schemas.ts';
import { toggleHidden } from './toggling.sql.ts';
import { type Input, lockForAction, recordToggling } from './toggling.ts';

/** Most profiles per call: as many as an account has by default. */
const mostOfOwner = 1_000;

/**
 * Ignores changes of the profiles, because the owner is judged. Fails with
 * `OWN_PROFILE`, `CONFIGURED_ADMIN`, and `OWN_REPORT` if the actor reported one
 * of them.
 */
export async function hideAllOf(
  deps: Deps,
  actor: Moderator,
  { ownerId, ...why }: Input<'HideAllOfInput'>,
): Promise<z.infer<typeof HiddenAllOf>> {
  return changeCards(deps, actor, async (inner) => {
    const ids = await findActive(inner.em, ownerId, mostOfOwner);
    // Somebody may have hidden some before the lock.
    const active = (await lockForAction(inner, actor, ids)).filter(
      ({ hidden }) => !hidden,
    );
    if (active.length === 0) {
      return { data: { action: null, hidden: 0 } };
    }
    for (const profile of active) {
      const obstacle = obstacleToHiding(actor, mostOfOwner, profile, deps.settings);
      if (obstacle) {
        throw obstacleError(obstacle);
      }
    }
    const action = { ...why, type: 'profile.hidden' } as const;
    const id = await recordToggling(inner, actor, action, active);
    await toggleHidden(inner.em, { ids: active.map((profile) => profile.id) });
    return { data: { action: id, hidden: active.length } };
  });
}
