import type { Moderator } from '../../access/caller.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../context.ts';
import { isVisibleTo } from './visible.sql.ts';

/** Which open items the actor may decide about, and so sees: a condition on rows of `items`. */
export const visibleTo = (actor: Moderator, deps: Pick<Deps, 'settings'>) =>
  isVisibleTo(viewerOf(actor, deps));
