import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';
import type { Role } from '../../who.ts';

/** All that admins see of one user. */
export type Inspected = inferOutput<typeof trpc.moderation.users.inspect>['data'];

/** A user as admins see them. */
export type ManagedUser = Inspected['user'];

export type UserSession = Inspected['sessions'][number];

/** An address in the settings makes an admin, whatever role was given. */
export const effectiveRole = ({
  role,
  isConfiguredAdmin,
}: Pick<ManagedUser, 'role' | 'isConfiguredAdmin'>): Role =>
  isConfiguredAdmin ? 'admin' : role;

const number = new Intl.NumberFormat('en');

/** "1 profile", "1,000 profiles". */
export const profilesInWords = (count: number): string =>
  `${number.format(count)} ${count === 1 ? 'profile' : 'profiles'}`;

/** "their profile", "their 8 profiles". */
export const theirProfiles = (count: number): string =>
  count === 1 ? 'their profile' : `their ${profilesInWords(count)}`;
