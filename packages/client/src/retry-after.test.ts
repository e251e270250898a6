import { describe, expect, it } from 'vitest';
import { pauseAfter } from './back-off.ts';
import { retryAfterOf } from './retry-after.ts';

const read = (value?: string) =>
  retryAfterOf(new Headers(value === undefined ? {} : { 'retry-after': value }));

describe('Retry-After', () => {
  it.each([
    ['7', 7],
    ['0', 0],
    [' 12 ', 12],
  ])('%j is that many seconds', (value, seconds) => {
    expect(read(value)).toBe(seconds);
  });

  it('may be a date', () => {
    const seconds = read(new Date(Date.now() + 60_000).toUTCString());
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(read('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(0);
  });

  it('that is a date is compared with the date of the answer, since clocks differ', () => {
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT';
    const until = 'Sun, 06 Nov 1994 08:49:49 GMT';
    expect(retryAfterOf(new Headers({ date, 'retry-after': until }))).toBe(12);
  });

  it.each([undefined, '', 'soon'])('%j says nothing', (value) => {
    expect(read(value)).toBeUndefined();
  });
});

describe('the pause after a failure', () => {
  const backOff = { retries: 3, firstWait: 100, longestWait: 5_000 };
  const pauses = (attempt: number, retryAfter?: number) =>
    Array.from({ length: 50 }, () => pauseAfter(attempt, { retryAfter }, backOff) ?? -1);

  it('doubles, and half of it is random', () => {
    for (const [attempt, longest] of [
      [1, 100] as const,
      [2, 200] as const,
      [3, 400] as const,
    ]) {
      const taken = pauses(attempt);
      expect(Math.min(...taken)).toBeGreaterThanOrEqual(longest / 2);
      expect(Math.max(...taken)).toBeLessThanOrEqual(longest);
      expect(new Set(taken).size).toBeGreaterThan(1);
    }
  });

  it('is at least as long as the service asks for, and not the same for all', () => {
    const taken = pauses(1, 2);
    expect(Math.min(...taken)).toBeGreaterThanOrEqual(2_000);
    expect(new Set(taken).size).toBeGreaterThan(1);
  });

  it('does not exist if the service asks for a longer one, or after the last try', () => {
    expect(pauseAfter(1, { retryAfter: 6 }, backOff)).toBeUndefined();
    expect(pauseAfter(4, { retryAfter: undefined }, backOff)).toBeUndefined();
  });
});
