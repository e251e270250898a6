import { type Executor, Profile } from '@namecard/db';
import type { z } from 'zod';
import { lockModerator, type Moderator } from '../../access/service.ts';
import { ActionResults, RowResult } from '../schemas.ts';
import { type NewAction, type NewEvent, recordAction } from '../../audit/service.ts';
import type { Deps } from '../../context.ts';
import { profileNotFound } from '../../profiles/errors.ts';
import { ProfileName } from '../../profiles/schemas.ts';
import { profileView } from '../../profiles/view.ts';
import { isUsername, usernameKey } from '../../text.ts';
import { inSnapshot, inTransaction } from '../../transaction.ts';
import { obstacleError, obstructed, rejection } from './errors.ts';
import { type Obstacle, obstacleTo } from './policy.ts';
import {
  countRelatives,
  findActive,
  findId,
  listOfOwner,
  loadModerated,
  type LockedProfile,
  lockProfiles,
  newestEvents,
  toggleHidden,
} from './queries.ts';
import { moderatedView, ownedView } from './view.ts';
import { HiddenAllOf } from './schemas.ts';
import type * as schemas from './schemas.ts';

/** One profile with its owner, the owner's others and how many it referred. Gives `PROFILE_NOT_FOUND`. */
export async function inspectProfile(
  deps: Deps,
  { username }: z.infer<typeof ProfileName>,
) {
  return inSnapshot(deps, async ({ reader }) => {
    const id = isUsername(username)
      ? await findId(reader, usernameKey(username))
      : undefined;
    const [row] = id === undefined ? [] : await loadModerated(reader, [id]);
    if (!row) {
      throw profileNotFound();
    }
    const { siblings, referred } = await countRelatives(reader, row.ownerId, row.id);
    const others = await listOfOwner(reader, row.ownerId, row.id);
    return {
      data: {
        profile: moderatedView(row),
        siblings: others.map(ownedView),
        siblingCount: siblings,
        referredCount: referred,
      },
    };
  });
}

type Input<
  Name extends
    | 'HideProfileInput'
    | 'RestoreProfileInput'
    | 'HideManyInput'
    | 'RestoreManyInput'
    | 'HideAllOfInput',
> = z.infer<(typeof schemas)[Name]>;

/** What is done to profiles, and why. */
type ProfileAction = NewAction & { type: 'profile.hidden' | 'profile.restored' };

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

/** One profile by its name, whatever was seen of it; doing it again changes nothing and is not recorded. */
async function moderateOne(
  deps: Deps,
  actor: Moderator,
  username: string,
  action: ProfileAction,
) {
  const hides = action.type === 'profile.hidden';
  return inTransaction(deps, async (inner) => {
    const id = isUsername(username)
      ? await findId(inner.em, usernameKey(username))
      : undefined;
    const [locked] = id === undefined ? [] : await lockForAction(inner, actor, [id]);
    if (!locked) {
      throw profileNotFound();
    }
    const obstacle = obstacleTo(actor, 1, locked, deps.settings);
    if (obstacle) {
      throw obstacleError(obstacle);
    }
    const profile = await inner.em.findOneOrFail(Profile, locked.id);
    if (profile.hidden !== hides) {
      if (hides) profile.hide();
      else profile.restore();
      await recordAction(inner, actor, action, [togglingOf(locked)]);
    }
    return { data: { profile: profileView(profile) } };
  });
}

/** Hides a profile from all but its owner and the moderators. Gives `PROFILE_NOT_FOUND`, `OWN_PROFILE`, `CONFIGURED_ADMIN` to keys. */
export const hideProfile = async (
  deps: Deps,
  actor: Moderator,
  { username, ...why }: Input<'HideProfileInput'>,
) => moderateOne(deps, actor, username, { ...why, type: 'profile.hidden' });

/** Shows a hidden profile again. Gives `PROFILE_NOT_FOUND`, `OWN_PROFILE`, `CONFIGURED_ADMIN` to keys. */
export const restoreProfile = async (
  deps: Deps,
  actor: Moderator,
  { username, ...why }: Input<'RestoreProfileInput'>,
) => moderateOne(deps, actor, username, { ...why, type: 'profile.restored' });

type Seen = { id: string; revision: number };

/** The profiles that an action on many locked, what it may not be done to and why, and what it was done to. */
type Batch = {
  locked: ReadonlyMap<string, LockedProfile>;
  obstacles: ReadonlyMap<string, Obstacle>;
  done: ReadonlySet<string>;
};

/** A result for each profile, in the order asked. */
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

/** Does it to those that are still as they were seen, and says of each of the others why not. */
async function moderateMany(
  deps: Deps,
  actor: Moderator,
  seen: readonly Seen[],
  action: ProfileAction,
): Promise<z.infer<typeof ActionResults>> {
  const hides = action.type === 'profile.hidden';
  const revisions = new Map(seen.map(({ id, revision }) => [id, revision]));
  return inTransaction(deps, async (inner) => {
    const profiles = await lockForAction(inner, actor, [...revisions.keys()]);
    const obstacles = new Map<string, Obstacle>();
    for (const profile of profiles) {
      const obstacle = obstacleTo(actor, seen.length, profile, deps.settings);
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
    // Read before the rows are written: whether an event was the last change is seen by the revision.
    const results = await resultsOf(inner.em, seen, batch, hides);
    if (unchanged.length === 0) {
      return { data: { action: null, results } };
    }
    await toggleHidden(inner.em, { ids: [...batch.done] });
    const asked = { ...action, requested: seen.length };
    const id = await recordAction(inner, actor, asked, unchanged.map(togglingOf));
    return { data: { action: id, results } };
  });
}

/** Hides up to a hundred profiles that are still as they were seen; of the others it says why they were not. */
export const hideMany = async (
  deps: Deps,
  actor: Moderator,
  { profiles, ...why }: Input<'HideManyInput'>,
) => moderateMany(deps, actor, profiles, { ...why, type: 'profile.hidden' });

/** Shows up to a hundred hidden profiles again that are still as they were seen; of the others it says why not. */
export const restoreMany = async (
  deps: Deps,
  actor: Moderator,
  { profiles, ...why }: Input<'RestoreManyInput'>,
) => moderateMany(deps, actor, profiles, { ...why, type: 'profile.restored' });

/** The most profiles of one owner that are hidden at once: as many as one may have by default. */
const mostOfOwner = 1_000;

/**
 * Hides the profiles of an owner, a thousand at most, however they were changed: what is judged is whose they are. Gives
 * `OWN_PROFILE`, `CONFIGURED_ADMIN`.
 */
export async function hideAllOf(
  deps: Deps,
  actor: Moderator,
  { ownerId, ...why }: Input<'HideAllOfInput'>,
): Promise<z.infer<typeof HiddenAllOf>> {
  return inTransaction(deps, async (inner) => {
    const ids = await findActive(inner.em, ownerId, mostOfOwner);
    // Somebody may have hidden some of them before they were locked.
    const active = (await lockForAction(inner, actor, ids)).filter(
      ({ hidden }) => !hidden,
    );
    const [first] = active;
    if (!first) {
      return { data: { action: null, hidden: 0 } };
    }
    const obstacle = obstacleTo(actor, mostOfOwner, first, deps.settings);
    if (obstacle) {
      throw obstacleError(obstacle);
    }
    await toggleHidden(inner.em, { ids: active.map(({ id }) => id) });
    const action = { ...why, type: 'profile.hidden' } as const;
    const id = await recordAction(inner, actor, action, active.map(togglingOf));
    return { data: { action: id, hidden: active.length } };
  });
}
