import type { Actor } from '../auth/sessions.ts';

type Owned = { ownerId: string; hidden: boolean };

/** Moderators and admins see, and list, what is hidden. */
export const canModerate = ({ role }: Pick<Actor, 'role'>) => role !== 'user';

/** Nobody but the owner edits a profile, whatever their role. */
export const canEdit = (actor: Pick<Actor, 'userId'>, profile: Pick<Owned, 'ownerId'>) =>
  profile.ownerId === actor.userId;

/** To anybody else a hidden profile does not exist. */
export const canSee = (actor: Pick<Actor, 'userId' | 'role'>, profile: Owned) =>
  !profile.hidden || canEdit(actor, profile) || canModerate(actor);
