import { type RawBuilder, sql } from 'kysely';

/** How long the codes of a challenge are valid, from its creation. */
export const shortMinutes = 10;
export const longMinutes = 60;

export const isYounger = (minutes: number | RawBuilder<number>) =>
  sql<boolean>`c.created_at > current_instant() - make_interval(mins => ${minutes})`;
