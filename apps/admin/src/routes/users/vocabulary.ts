import type { inferOutput } from '@trpc/tanstack-react-query';
import type { trpc } from '../../trpc.ts';

/** All that admins see of one user. */
export type Inspected = inferOutput<typeof trpc.users.inspect>['data'];

/** A user as admins see them. */
export type ManagedUser = Inspected['user'];

export type Session = Inspected['sessions'][number];

export type Delivery = Inspected['deliveries'][number];

export type Identity = ManagedUser['doubled'][number];

export type Role = ManagedUser['role'];

export const roleNames: Readonly<Record<Role, string>> = {
  user: 'User',
  moderator: 'Moderator',
  admin: 'Admin',
};

export const identityNames: Readonly<Record<Identity, string>> = {
  walletAddress: 'Wallet address',
  farcasterId: 'Farcaster ID',
  coinbaseWallet: 'Coinbase wallet',
  worldId: 'World ID',
};

export const identities = ['walletAddress', 'farcasterId', 'coinbaseWallet', 'worldId'] as const;

/** The role that counts: the settings' admins are admins whatever role was given to them. */
export const effectiveRole = ({ role, isConfiguredAdmin }: ManagedUser): Role =>
  isConfiguredAdmin ? 'admin' : role;
