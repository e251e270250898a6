/** Times of a history are microseconds since it began: what PostgreSQL counts in, and a JavaScript `Date` can't. */
export const second = 1_000_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** When every history begins: a while before a clock hour ends, so that some cross it soon. */
export const beginning = '2026-03-01T00:40:00Z';

const beginningInItsHour = 40 * minute;

/** The number of the clock hour that a time is in. */
export const clockHour = (time: number) => Math.floor((time + beginningInItsHour) / hour);
