import { keysOf } from '../keys-of.ts';

/** For the middle of a sentence. */
export const identityNames = {
  walletAddress: 'wallet address',
  farcasterId: 'Farcaster ID',
  coinbaseWallet: 'Coinbase wallet',
  worldId: 'World ID',
} as const;

export const identities = keysOf(identityNames);
