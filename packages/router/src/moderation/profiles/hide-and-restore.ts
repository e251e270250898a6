import { Profile } from '@namecard/db';
import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { openChangedWhileHidden } from '../../items/open-items.sql.ts';
import { profileNotFound } from '../../profiles/errors.ts';
import { profileView } from '../../profiles/view.ts';
import { isUsername, usernameKey } from '../../text.ts';
import { changeCards } from '../brake/change-cards.ts';
import { obstacleError } from './errors.ts';
import { obstacleTo, obstacleToHiding } from './policy.ts';
import { findId } from './profiles.sql.ts';
import {
  type Input,
  lockForAction,
  type ProfileAction,
  recordToggling,
} from './toggling.ts';

/** Does not check which revision was seen. Records nothing if nothing changes. */
async function moderateOne(
  deps: Deps,
  actor: Moderator,
  username: string,
  action: ProfileAction,
) {
  const hides = action.type === 'profile.hidden';
  return changeCards(deps, actor, async (inner) => {
    const id = isUsername(username)
      ? await findId(inner.em, usernameKey(username))
      : undefined;
    const [locked] = id === undefined ? [] : await lockForAction(inner, actor, [id]);
    if (!locked) {
      throw profileNotFound();
    }
    const find = hides ? obstacleToHiding : obstacleTo;
    const obstacle = find(actor, 1, locked, deps.settings);
    if (obstacle) {
      throw obstacleError(obstacle);
    }
    const profile = await inner.em.findOneOrFail(Profile, locked.id);
    if (profile.hidden !== hides) {
      if (!hides && deps.settings.review.has('changed')) {
        // The moderator may have seen an older text: the call has no revision.
        await openChangedWhileHidden(inner.em, { ids: [locked.id] });
      }
      if (hides) profile.hide();
      else profile.restore();
      await recordToggling(inner, actor, action, [locked]);
    }
    return { data: { profile: profileView(profile) } };
  });
}

/**
 * Fails with `PROFILE_NOT_FOUND`, `OWN_PROFILE`, `OWN_REPORT`,
 * `CONFIGURED_ADMIN`.
 */
export const hideProfile = async (
  deps: Deps,
  actor: Moderator,
  { username, ...why }: Input<'HideProfileInput'>,
) => moderateOne(deps, actor, username, { ...why, type: 'profile.hidden' });

/** Fails with `PROFILE_NOT_FOUND`, `OWN_PROFILE`, `CONFIGURED_ADMIN`. */
export const restoreProfile = async (
  deps: Deps,
  actor: Moderator,
  { username, ...why }: Input<'RestoreProfileInput'>,
) => moderateOne(deps, actor, username, { ...why, type: 'profile.restored' });
