import type { Role } from '@namecard/db';
import type { Actor } from './service.ts';

type Settled = { emailKey: string; role: Role };

/** The role that counts: whoever is an admin by `ADMIN_EMAILS` is one whatever their row says. */
export const roleOf = (
  { emailKey, role }: Settled,
  { adminEmails }: { adminEmails: ReadonlySet<string> },
): Role => (adminEmails.has(emailKey) ? 'admin' : role);

/** Moderators and admins see, hide and restore what others can't. */
export const canModerate = ({ role }: Pick<Actor, 'role'>) => role !== 'user';
