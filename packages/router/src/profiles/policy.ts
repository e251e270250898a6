import type { Caller } from '../access/caller.ts';
import { canModerate } from '../access/policy.ts';

type Owned = { ownerId: string; hidden: boolean };

type Readable = Owned & { isPublic: boolean };

/** Only the owner edits a profile. No role changes that. */
export const canEdit = (actor: Pick<Caller, 'id'>, profile: Pick<Owned, 'ownerId'>) =>
  profile.ownerId === actor.id;

/** Undefined if profiles are read without a token. */
export type Viewer = Caller | undefined;

/** Owners and moderators see hidden profiles and exact locations. */
export const canSeeAll = (viewer: Viewer, { ownerId }: Pick<Owned, 'ownerId'>): boolean =>
  viewer !== undefined && (viewer.id === ownerId || canModerate(viewer));

/**
 * A hidden profile does not exist for others, and one for members does not exist for
 * callers without a token.
 */
export const canSee = (viewer: Viewer, profile: Readable) =>
  (viewer !== undefined || profile.isPublic) &&
  (!profile.hidden || canSeeAll(viewer, profile));
