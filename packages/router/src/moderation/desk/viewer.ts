import type { Moderator } from '../../access/caller.ts';
import { personOf, roleIn } from '../../access/policy.ts';
import type { Deps } from '../../context.ts';
import { isVisibleTo } from './visible.sql.ts';

/** Which open items the actor may decide about, and so sees: a condition on rows of `items`. */
export const visibleTo = (actor: Moderator, { settings }: Pick<Deps, 'settings'>) =>
  isVisibleTo({
    person: personOf(actor),
    isAdmin: roleIn(actor) === 'admin',
    adminEmails: settings.adminEmails,
  });
