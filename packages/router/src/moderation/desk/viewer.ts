import type { Moderator } from '../../access/caller.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../context.ts';
import { isVisibleTo } from './visible.sql.ts';

/** A condition on `items`: open, and the actor may decide about them. */
export const visibleTo = (actor: Moderator, deps: Pick<Deps, 'settings'>) =>
  isVisibleTo(viewerOf(actor, deps));
