import type { Moderator } from '../../access/caller.ts';
import { personOf, roleIn } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { isVisibleTo, type Viewer } from './visible.sql.ts';

/** The actor, as the conditions on what they may see know them. */
export const viewerOf = (
  actor: Moderator,
  { settings }: Pick<Deps, 'settings'>,
): Viewer => ({
  person: personOf(actor),
  isAdmin: roleIn(actor) === 'admin',
  adminEmails: settings.adminEmails,
});

/** Which open items the actor may decide about, and so sees: a condition on rows of `items`. */
export const visibleTo = (actor: Moderator, deps: Pick<Deps, 'settings'>) =>
  isVisibleTo(viewerOf(actor, deps));
