import type { Role } from '@namecard/db';
import type { Settings } from '../context.ts';
import type { Caller, Moderator } from './caller.ts';

/**
 * The mail domains and addresses that may sign up; null where everybody may. Whoever has an account is not asked: `isAdmitted`
 * knows of them.
 */
export const admittedBy = ({
  signUps,
  adminEmails,
  testLogins,
}: Pick<Settings, 'signUps' | 'adminEmails' | 'testLogins'>): string[] | null =>
  signUps === 'open' ? null : [...signUps, ...adminEmails, ...testLogins.keys()];

type Settled = { emailKey: string; role: Role };

/** The role that counts: whoever is an admin by `ADMIN_EMAILS` is one whatever their row says. */
export const roleOf = (
  { emailKey, role }: Settled,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
): Role => (adminEmails.has(emailKey) ? 'admin' : role);

/** With a session that is not fresh moderators and admins see what users see. */
export const canModerate = ({ role, isFresh }: Pick<Caller, 'role' | 'isFresh'>) =>
  isFresh && role !== 'user';

/**
 * Whether the actor may suspend, sign out, change the role of, erase, export or act in bulk on the user of this address: one that
 * `ADMIN_EMAILS` lists is out of reach for everybody who is not on that list.
 */
export const canActOn = (
  { isConfiguredAdmin }: Pick<Moderator, 'isConfiguredAdmin'>,
  emailKey: string,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
) => isConfiguredAdmin || !adminEmails.has(emailKey);

/** The user whose role and suspension decide what the actor may do; `null` where that is an operator. */
export const personOf = (actor: Moderator): string | null =>
  actor.kind === 'key' ? actor.makerId : actor.id;

/** Whether the actor owns it: nobody moderates what is their own, neither by themselves nor by a service key that they made. */
export const isOwn = (actor: Moderator, ownerId: string | null): boolean =>
  ownerId !== null && ownerId === personOf(actor);
