import type { Moderator } from '../../access/caller.ts';
import { viewerOf } from '../../access/viewer.ts';
import type { Deps } from '../../context.ts';
import { countLanes } from './items.sql.ts';
import { isFreeFor } from './lease-items.sql.ts';
import { isVisibleTo } from './visible.sql.ts';

/** A condition on `items`: open, and the actor may decide about them. */
export const visibleTo = (actor: Moderator, deps: Pick<Deps, 'settings'>) =>
  isVisibleTo(viewerOf(actor, deps));

/** Counts the items per lane that the actor can decide about now. */
export const countFree = (
  actor: Moderator,
  { em, settings }: Pick<Deps, 'em' | 'settings'>,
) => countLanes(em, isFreeFor(viewerOf(actor, { settings })));
