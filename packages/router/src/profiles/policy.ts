import type { Caller } from '../access/caller.ts';
import { canModerate } from '../access/policy.ts';

type Owned = { ownerId: string; hidden: boolean };

/** Nobody but the owner edits a profile, whatever their role. */
export const canEdit = (actor: Pick<Caller, 'id'>, profile: Pick<Owned, 'ownerId'>) =>
  profile.ownerId === actor.id;

/** Whoever looks at profiles: nobody is signed in where they are read without a token. */
export type Viewer = Caller | undefined;

/** Owners and moderators see hidden profiles, and exactly where one is. */
export const canSeeAll = (viewer: Viewer, { ownerId }: Partial<Owned>): boolean =>
  viewer !== undefined && (viewer.id === ownerId || canModerate(viewer));

/** To anybody else a hidden profile does not exist. */
export const canSee = (viewer: Viewer, profile: Owned) =>
  !profile.hidden || canSeeAll(viewer, profile);
