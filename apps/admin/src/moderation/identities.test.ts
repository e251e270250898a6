import { expect, it } from 'vitest';
import { identities, identityLabel, identityNames } from './identities.ts';

it('the label of an identity begins with a capital and keeps the rest of the name', () => {
  expect(identities.map(identityLabel)).toEqual([
    'Wallet address',
    'Farcaster ID',
    'Coinbase wallet',
    'World ID',
  ]);
  expect(identityNames.walletAddress).toBe('wallet address');
});
