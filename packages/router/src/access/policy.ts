import type { Role } from '@namecard/db';
import type { Settings } from '../context.ts';
import type { Caller, Moderator } from './caller.ts';
import { everyDomain } from './schemas.ts';

/** Mail domains and addresses that may sign up. `isAdmitted` adds existing accounts. */
export const admittedBy = ({
  signUps,
  adminEmails,
  testLogins,
}: Pick<Settings, 'signUps' | 'adminEmails' | 'testLogins'>): string[] => [
  ...(signUps === 'open' ? [everyDomain] : signUps),
  ...adminEmails,
  ...testLogins.keys(),
];

type Settled = { emailKey: string; role: Role };

/** Users in `ADMIN_EMAILS` are admins, even if their row has another role. */
export const roleOf = (
  { emailKey, role }: Settled,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
): Role => (adminEmails.has(emailKey) ? 'admin' : role);

/** Without a fresh session, moderators and admins see what users see. */
export const canModerate = (actor: Caller): boolean =>
  actor.role !== 'user' && (actor.kind === 'key' || actor.isFresh);

/** The role that decides what the actor may see and undo. */
export const roleIn = (actor: Moderator): Role =>
  actor.kind === 'operator' ? 'admin' : actor.role;

/** Whether the actor reads this person's address without a trace. */
export const readsAddress = (actor: Moderator, isStaff: boolean): boolean =>
  actor.kind === 'key' ? actor.isListing : isStaff || roleIn(actor) === 'admin';

/** Only operators and admins of `ADMIN_EMAILS` may act on such admins. */
function reachesConfiguredAdmins(actor: Moderator): boolean {
  switch (actor.kind) {
    case 'user':
      return actor.isConfiguredAdmin;
    case 'key':
      return false;
    case 'operator':
      return true;
  }
}

/** May suspend, sign out, erase, export, change the role or act in bulk. */
export const canActOn = (
  actor: Moderator,
  emailKey: string,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
): boolean => reachesConfiguredAdmins(actor) || !adminEmails.has(emailKey);

/** Returns the actor or the key's creator; null for operators. */
export function personOf(actor: Moderator): string | null {
  switch (actor.kind) {
    case 'user':
      return actor.id;
    case 'key':
      return actor.makerId;
    case 'operator':
      return null;
  }
}

/** Nobody moderates their own things, not even through their service key. */
export const isOwn = (actor: Moderator, ownerId: string | null): boolean =>
  ownerId !== null && ownerId === personOf(actor);
