import type { Executor } from '@namecard/db';
import type { z } from 'zod';
import type { Moderator } from '../../access/caller.ts';
import type { Deps } from '../../context.ts';
import { changeCards } from '../brake/change-cards.ts';
import { ActionResults, RowResult } from '../schemas.ts';
import { obstructed, rejection } from './errors.ts';
import { type Obstacle, obstacleTo, obstacleToHiding } from './policy.ts';
import { type LockedProfile, newestEvents, toggleHidden } from './toggling.sql.ts';
import {
  type Input,
  lockForAction,
  type ProfileAction,
  recordToggling,
} from './toggling.ts';

type Seen = { id: string; revision: number };

/** The locked profiles, those that were changed, and why others were not. */
type Batch = {
  locked: ReadonlyMap<string, LockedProfile>;
  obstacles: ReadonlyMap<string, Obstacle>;
  done: ReadonlySet<string>;
};

/** A result for each profile, in the order of the request. */
async function resultsOf(
  em: Executor,
  seen: readonly Seen[],
  { locked, obstacles, done }: Batch,
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
    return rejection(id, profile, newest.get(id), hides);
  });
}

/** Acts on profiles that are as they were seen. Explains the others. */
export async function moderateMany(
  deps: Deps,
  actor: Moderator,
  seen: readonly Seen[],
  action: ProfileAction,
): Promise<z.infer<typeof ActionResults>> {
  const hides = action.type === 'profile.hidden';
  const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
  return changeCards(deps, actor, async (inner) => {
    const profiles = await lockForAction(inner, actor, [...revisions.keys()]);
    const find = hides ? obstacleToHiding : obstacleTo;
    const obstacles = new Map<string, Obstacle>();
    for (const profile of profiles) {
      const obstacle = find(actor, seen.length, profile, deps.settings);
      if (obstacle) obstacles.set(profile.id, obstacle);
    }
    const unchanged = profiles.filter(
      ({ id, hidden, revision }) =>
        !obstacles.has(id) && hidden !== hides && revisions.get(id) === revision,
    );
    const batch = {
      locked: new Map(profiles.map((profile) => [profile.id, profile])),
      obstacles,
      done: new Set(unchanged.map(({ id }) => id)),
    };
    // Read before the change: revisions tell whether an event was the last change.
    const results = await resultsOf(inner.em, seen, batch, hides);
    if (unchanged.length === 0) {
      return { data: { action: null, results } };
    }
    const asked = { ...action, requested: seen.length };
    const id = await recordToggling(inner, actor, asked, unchanged);
    await toggleHidden(inner.em, { ids: [...batch.done] });
    return { data: { action: id, results } };
  });
}

/** At most a hundred, if they are as they were seen. Explains the others. */
export const hideMany = async (
  deps: Deps,
  actor: Moderator,
  { profiles, ...why }: Input<'HideManyInput'>,
) => moderateMany(deps, actor, profiles, { ...why, type: 'profile.hidden' });

/** At most a hundred, if they are as they were seen. Explains the others. */
export const restoreMany = async (
  deps: Deps,
  actor: Moderator,
  { profiles, ...why }: Input<'RestoreManyInput'>,
) => moderateMany(deps, actor, profiles, { ...why, type: 'profile.restored' });
