import { afterEach, describe, expect, it, vi } from 'vitest';
import { roughTime, timeText } from './date-time.tsx';

const now = Date.parse('2026-06-15T12:00:00Z');

const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();

describe('a relative time', () => {
  it.each([
    [0, 'just now'],
    [-59, 'just now'],
    [5, 'just now'],
    [6, 'in a moment'],
    [-60, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-3_600, '1 hour ago'],
    [7_200, 'in 2 hours'],
    [-86_400, 'yesterday'],
    [-29 * 86_400, '29 days ago'],
    [-30 * 86_400, 'May 16, 2026'],
  ])('is after %i seconds: %s', (seconds, expected) => {
    expect(roughTime(after(seconds), now)).toBe(expected);
  });
});

describe('a time that has just passed', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is in the past at once, however long ago the clock was read', () => {
    vi.useFakeTimers({ now });
    const soon = after(20);
    expect(timeText(soon)).toBe('in a moment');
    vi.setSystemTime(now + 21_000);
    expect(timeText(soon)).toBe('just now');
  });
});
