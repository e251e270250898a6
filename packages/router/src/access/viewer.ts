import type { Deps } from '../context.ts';
import type { Moderator } from './caller.ts';
import { personOf, readsAddress, roleIn } from './policy.ts';
import type { Viewer } from './viewer.sql.ts';

export const viewerOf = (
  actor: Moderator,
  { settings }: Pick<Deps, 'settings'>,
): Viewer => ({
  person: personOf(actor),
  isAdmin: roleIn(actor) === 'admin',
  readsStaff: readsAddress(actor, true),
  adminEmails: settings.adminEmails,
});
