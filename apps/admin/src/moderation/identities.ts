import { capital } from '../components/capital.ts';
import { keysOf } from '../keys-of.ts';

/** For the middle of a sentence. */
export const identityNames = {
  walletAddress: 'wallet address',
  farcasterId: 'Farcaster ID',
  coinbaseWallet: 'Coinbase wallet',
  worldId: 'World ID',
} as const;

export type Identity = keyof typeof identityNames;

export const identities = keysOf(identityNames);

/** As a label: "Wallet address". */
export const identityLabel = (identity: Identity): string =>
  capital(identityNames[identity]);
