/** The identities that a user links. They are unverified, so that two people can claim the same. */
export const identityNames = ['walletAddress', 'farcasterId', 'coinbaseWallet', 'worldId'] as const;

export type IdentityName = (typeof identityNames)[number];
