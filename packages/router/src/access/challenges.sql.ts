import { type RawBuilder, sql } from 'kysely';

/** Minutes that a short and a long code live, from their challenge's beginning. */
export const shortMinutes = 10;
export const longMinutes = 60;

/** Whether the challenge `c` is younger than so many minutes. */
export const isYounger = (minutes: number | RawBuilder<number>) =>
  sql<boolean>`c.created_at > current_instant() - make_interval(mins => ${minutes})`;
