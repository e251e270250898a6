/**
 * Microseconds since the history began. PostgreSQL has them, a JavaScript `Date`
 * does not.
 */
export const second = 1_000_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Shortly before a clock hour ends, so that some histories cross it. */
export const beginning = '2026-03-01T00:40:00Z';

const beginningInItsHour = 40 * minute;

/** The clock hour of a time. */
export const clockHour = (time: number) => Math.floor((time + beginningInItsHour) / hour);
