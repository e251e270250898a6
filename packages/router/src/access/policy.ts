import type { Role } from '@namecard/db';
import type { Settings } from '../context.ts';
import type { Caller, Moderator } from './caller.ts';
import { everyDomain } from './schemas.ts';

/** The mail domains and addresses that may sign up. Whoever has an account is not asked: `isAdmitted` knows of them. */
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

/** The role that counts: whoever is an admin by `ADMIN_EMAILS` is one whatever their row says. */
export const roleOf = (
  { emailKey, role }: Settled,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
): Role => (adminEmails.has(emailKey) ? 'admin' : role);

/** With a session that is not fresh moderators and admins see what users see. */
export const canModerate = (actor: Caller): boolean =>
  actor.role !== 'user' && (actor.kind === 'key' || actor.isFresh);

/** The role in which the actor sees and undoes what was done. */
export const roleIn = (actor: Moderator): Role =>
  actor.kind === 'operator' ? 'admin' : actor.role;

/** Whether the actor reaches admins by `ADMIN_EMAILS`: they themselves and operators do. A key never does, whoever made it. */
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

/** Whether the actor may suspend, sign out, change the role of, erase, export or act in bulk on the user of this address. */
export const canActOn = (
  actor: Moderator,
  emailKey: string,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
): boolean => reachesConfiguredAdmins(actor) || !adminEmails.has(emailKey);

/** The user whose role and suspension decide what the actor may do; `null` where that is an operator. */
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

/** Whether the actor owns it: nobody moderates what is their own, neither by themselves nor by a service key that they made. */
export const isOwn = (actor: Moderator, ownerId: string | null): boolean =>
  ownerId !== null && ownerId === personOf(actor);
