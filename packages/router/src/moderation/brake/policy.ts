import type { LimitedActor, Moderator, UserActor } from '../../access/caller.ts';

/**
 * How many profiles one person or service key may change in so many hours. An
 * owner has at most a thousand, and nobody judges more in an hour. Three thousand
 * are a day's work in a wave of spam. So a stolen session stops, and an admin
 * hears of it.
 */
export const limits = {
  hour: { hours: 1, most: 1_000 },
  day: { hours: 24, most: 3_000 },
} as const;

export type Limit = { hours: number; most: number };

/**
 * How many an admin may change in so many hours without a mailed code. A stolen
 * session has no mailbox.
 */
export const withoutCode: Limit = { hours: 24, most: 1_000 };

/** Beyond so many in the same hours all admins hear of it: a thief may stop before. */
export const mostUnheard = 500;

/** Operators have no limits. */
export const isBraked = (actor: Moderator): actor is LimitedActor =>
  actor.kind !== 'operator';

/** An admin confirms by a code. Others wait. */
export const confirmsByCode = (actor: Moderator): actor is UserActor =>
  actor.kind === 'user' && actor.role === 'admin';

/** How many acts of one person may wait. */
export const mostWaiting = 100;
