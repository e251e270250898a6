import { capital } from '../components/capital.ts';

export const identities = [
  'walletAddress',
  'farcasterId',
  'coinbaseWallet',
  'worldId',
] as const;

export type Identity = (typeof identities)[number];

/** For the middle of a sentence. */
export const identityNames: Readonly<Record<Identity, string>> = {
  walletAddress: 'wallet address',
  farcasterId: 'Farcaster ID',
  coinbaseWallet: 'Coinbase wallet',
  worldId: 'World ID',
};

/** As a label: "Wallet address". */
export const identityLabel = (identity: Identity): string =>
  capital(identityNames[identity]);
