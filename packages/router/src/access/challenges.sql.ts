import { type RawBuilder, sql } from 'kysely';

/** How long the codes of a challenge are valid, from its creation. */
export const shortMinutes = 10;
export const longMinutes = 60;

/**
 * How long the codes of a move are valid: those that its owner asks for, the new address's
 * of an admin's case, and the old address's after the move was done.
 */
export const moveMinutes = 30;
export const caseDays = 3;
export const undoDays = 14;

/** Of a row of `moves`: it was done, and the old address can still take it back. */
export const canBeTakenBack = sql`closed_at is null and undo_until > current_instant()`;

export const isYounger = (minutes: number | RawBuilder<number>) =>
  sql<boolean>`c.created_at > current_instant() - make_interval(mins => ${minutes})`;
