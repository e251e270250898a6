import type { Moderator } from '../../access/caller.ts';
import { lockInRole } from '../../access/moderator.ts';
import { personOf } from '../../access/policy.ts';
import {
  type NewAction,
  type NewEvent,
  recordAction,
} from '../../audit/record-action.ts';
import type { Deps } from '../../context.ts';
import { openChangedWhileHidden } from '../../items/open-items.sql.ts';
import { type CardAct, requireUnbraked } from '../brake/brake.ts';
import { obstacleError } from './errors.ts';
import { type Obstacle, obstacleTo } from './policy.ts';
import { type LockedProfile, lockProfiles, toggleHidden } from './toggling.sql.ts';

export type ProfileAction = Omit<NewAction, 'reason'> &
  Pick<CardAct, 'reason' | 'code'> & {
    type: 'profile.hidden' | 'profile.restored';
  };

/** The event of hiding or restoring a locked profile. */
export function togglingOf({
  id,
  username,
  ownerId,
  hidden,
  held,
  revision,
}: LockedProfile): NewEvent {
  return {
    type: hidden ? 'profile.restored' : 'profile.hidden',
    userId: ownerId,
    profileId: id,
    username,
    subjectRevision: revision + 1,
    before: { hidden, ...(held && { held }) },
    after: { hidden: !hidden, ...(held && { held: false }) },
  };
}

/**
 * The event of approving a locked profile. It shows one that is held.
 * @param open all open items of the profile
 */
export const approvalOf = (
  { id, username, ownerId, held, revision }: LockedProfile,
  open: readonly { id: string; isVisible: boolean }[],
): NewEvent => ({
  type: 'profile.approved',
  userId: ownerId,
  profileId: id,
  username,
  subjectRevision: held ? revision + 1 : revision,
  before: held ? { held } : {},
  after: held ? { held: false } : {},
  spared: open.flatMap((item) => (item.isVisible ? [] : item.id)),
});

/** Locks the actor first, so that their role stays the same during later waits. */
export async function lockForAction(
  deps: Deps,
  actor: Moderator,
  ids: readonly string[],
) {
  await lockInRole(deps, actor);
  return lockProfiles(deps.em, ids, personOf(actor), deps.settings);
}

/** Call it with the rows locked, before the change. Throws `Braked`. */
async function recordToggling(
  deps: Deps,
  actor: Moderator,
  { requested, ...action }: ProfileAction,
  profiles: readonly LockedProfile[],
): Promise<string> {
  const { type, ...why } = action;
  const cards = await requireUnbraked(deps, actor, {
    ...why,
    kind: type === 'profile.hidden' ? 'hide' : 'restore',
    subjects: profiles.map(({ id, revision }) => ({ id, revision })),
    ownerIds: profiles.map(({ ownerId }) => ownerId),
    cards: profiles.length,
  });
  const recorded = { ...action, cards, requested: requested ?? profiles.length };
  return recordAction(deps, actor, recorded, profiles.map(togglingOf));
}

type Named = {
  ids: readonly string[];
  /** How many were asked for, also those that are gone. */
  count: number;
  /** Set if the actor decided about these states, and not about the profiles. */
  revisions?: ReadonlyMap<string, number>;
};

/** The locked profiles, why some were left out, and those that were changed. */
export type Toggled = {
  /** Null if nothing changed, so nothing was recorded. */
  action: string | null;
  locked: ReadonlyMap<string, LockedProfile>;
  obstacles: ReadonlyMap<string, Obstacle>;
  done: ReadonlySet<string>;
};

/**
 * Hides or restores profiles. With revisions it leaves out those that changed or
 * have an obstacle. Without, one obstacle refuses the call. Throws `Braked`.
 */
export async function toggle(
  deps: Deps,
  actor: Moderator,
  action: ProfileAction,
  { ids, count, revisions }: Named,
): Promise<Toggled> {
  const { em, settings } = deps;
  const hides = action.type === 'profile.hidden';
  const profiles = await lockForAction(deps, actor, ids);
  const obstacles = new Map<string, Obstacle>();
  for (const profile of profiles) {
    const obstacle = obstacleTo(actor, { count, hides }, profile, settings);
    if (obstacle && !revisions) throw obstacleError(obstacle);
    if (obstacle) obstacles.set(profile.id, obstacle);
  }
  const changed = profiles.filter(
    ({ id, hidden, revision }) =>
      !obstacles.has(id) &&
      hidden !== hides &&
      (!revisions || revisions.get(id) === revision),
  );
  const done = new Set(changed.map(({ id }) => id));
  const found = {
    locked: new Map(profiles.map((one) => [one.id, one])),
    obstacles,
    done,
  };
  if (changed.length === 0) {
    return { ...found, action: null };
  }
  if (!hides && !revisions && settings.review.has('changed')) {
    // The actor may have seen an older text.
    await openChangedWhileHidden(em, { ids: [...done] });
  }
  const id = await recordToggling(deps, actor, action, changed);
  await toggleHidden(em, { ids: [...done] });
  return { ...found, action: id };
}
