import type { KeyActor, Moderator, UserActor } from '../../access/caller.ts';

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

export type Limit = (typeof limits)[keyof typeof limits];

/** Admins who act in person have no limits, as they decide about waiting acts. */
export const isBraked = (actor: Moderator): actor is UserActor | KeyActor =>
  actor.kind === 'key' || (actor.kind === 'user' && actor.role !== 'admin');

/** How many acts of one person may wait. */
export const mostWaiting = 100;
