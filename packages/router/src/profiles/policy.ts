import { canModerate } from '../access/policy.ts';
import type { Caller } from '../access/service.ts';

type Owned = { ownerId: string; hidden: boolean };

/** Nobody but the owner edits a profile, whatever their role. */
export const canEdit = (actor: Pick<Caller, 'id'>, profile: Pick<Owned, 'ownerId'>) =>
  profile.ownerId === actor.id;

/** To anybody else a hidden profile does not exist. */
export const canSee = (actor: Pick<Caller, 'id' | 'role' | 'isFresh'>, profile: Owned) =>
  !profile.hidden || canEdit(actor, profile) || canModerate(actor);
