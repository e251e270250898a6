import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';
import type { Role } from '../../who.ts';

export type Inspected = inferOutput<typeof trpc.moderation.users.inspect>['data'];

export type ManagedUser = Inspected['user'];

export type UserSession = Inspected['sessions'][number];

/** An address in ADMIN_EMAILS is an admin, whatever its stored role. */
export const effectiveRole = ({
  role,
  isConfiguredAdmin,
}: Pick<ManagedUser, 'role' | 'isConfiguredAdmin'>): Role =>
  isConfiguredAdmin ? 'admin' : role;
