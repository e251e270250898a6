import { type Executor, Profile } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { profileNotFound } from '../../profiles/errors.ts';
import { profileView } from '../../profiles/view.ts';
import { changeCards } from '../brake/change-cards.ts';
import { ActionResults, RowResult } from '../schemas.ts';
import { obstructed, rejection } from './errors.ts';
import { findActive, findIds } from './profiles.sql.ts';
import type * as schemas from './schemas.ts';
import { newestEvents } from './toggling.sql.ts';
import { type ProfileAction, toggle, type Toggled } from './toggling.ts';

type Why = Omit<ProfileAction, 'type'>;

const moderateOne =
  (type: ProfileAction['type']) =>
  (deps: Deps, actor: Moderator, { username, ...why }: Why & { username: string }) =>
    changeCards(deps, actor, async (inner) => {
      const ids = await findIds(inner.em, username);
      const { locked } = await toggle(inner, actor, { ...why, type }, { ids, count: 1 });
      const [profile] = locked.keys();
      if (profile === undefined) {
        throw profileNotFound();
      }
      const toggled = await inner.em.findOneOrFail(Profile, profile);
      return { data: { profile: profileView(toggled, inner.settings.socials) } };
    });

/**
 * Fails with `PROFILE_NOT_FOUND`, `OWN_PROFILE`, `OWN_REPORT`,
 * `CONFIGURED_ADMIN`.
 */
export const hideProfile = moderateOne('profile.hidden');

/** Fails with `PROFILE_NOT_FOUND`, `OWN_PROFILE`, `CONFIGURED_ADMIN`. */
export const restoreProfile = moderateOne('profile.restored');

type Seen = { id: string; revision: number };

/** A result for each profile, in the order of the request. */
async function resultsOf(
  em: Executor,
  actor: Moderator,
  seen: readonly Seen[],
  { locked, obstacles, done }: Toggled,
  hides: boolean,
): Promise<RowResult[]> {
  const left = seen.flatMap(({ id }) => (done.has(id) ? [] : [id]));
  const events = left.length > 0 ? await newestEvents(em, left) : [];
  const newest = new Map(events.map((event) => [event.profileId, event]));
  return seen.map(({ id }) => {
    const profile = locked.get(id);
    if (done.has(id)) {
      return { id, label: profile?.username ?? null, outcome: 'done' };
    }
    const obstacle = obstacles.get(id);
    if (profile && obstacle) {
      return obstructed(profile, obstacle);
    }
    return rejection(actor, id, profile, newest.get(id), hides);
  });
}

/** Acts on profiles that are as they were seen. Explains the others. */
const moderateMany =
  (type: ProfileAction['type']) =>
  (
    deps: Deps,
    actor: Moderator,
    { profiles, ...why }: Why & { profiles: readonly Seen[] },
  ): Promise<z.infer<typeof ActionResults>> =>
    changeCards(deps, actor, async (inner) => {
      const revisions = new Map(profiles.map(({ id, revision }) => [id, revision]));
      const requested = profiles.length;
      const named = { ids: [...revisions.keys()], count: requested, revisions };
      const toggled = await toggle(inner, actor, { ...why, type, requested }, named);
      const hides = type === 'profile.hidden';
      const results = await resultsOf(inner.em, actor, profiles, toggled, hides);
      return { data: { action: toggled.action, results } };
    });

export const hideMany = moderateMany('profile.hidden');

export const restoreMany = moderateMany('profile.restored');

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
  { ownerId, ...why }: z.infer<typeof schemas.HideAllOfInput>,
): Promise<z.infer<typeof schemas.HiddenAllOf>> {
  return changeCards(deps, actor, async (inner) => {
    const ids = await findActive(inner.em, ownerId, mostOfOwner);
    const { action, done } = await toggle(
      inner,
      actor,
      { ...why, type: 'profile.hidden' },
      { ids, count: mostOfOwner },
    );
    return { data: { action, hidden: done.size } };
  });
}
