import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { now, readClock } from './clock.ts';

const service = Date.parse('2026-06-15T12:00:00Z');

const answer = (date: string) => ({ headers: new Headers(date === '' ? {} : { date }) });

const readAnswer = (at = service) => readClock(answer(new Date(at).toUTCString()));

const ahead = () => now() - Date.now();

beforeEach(() => {
  vi.useFakeTimers({ now: service });
});

afterEach(() => {
  readAnswer(Date.now());
  vi.useRealTimers();
});

describe('the clock', () => {
  it.each([7_200_000, -3 * 86_400_000, 3_000])(
    'follows the service if the browser’s clock is wrong by %i ms',
    (error) => {
      vi.setSystemTime(service + error);
      readAnswer();
      expect(Math.abs(now() - service)).toBeLessThanOrEqual(500);
      vi.advanceTimersByTime(60_000);
      expect(Math.abs(now() - service - 60_000)).toBeLessThanOrEqual(500);
    },
  );

  it('ignores the time that an answer took', () => {
    const before = ahead();
    vi.setSystemTime(service + 1_400);
    readAnswer();
    expect(ahead()).toBe(before);
  });

  it('stays the same if an answer has no Date header', () => {
    vi.setSystemTime(service + 7_200_000);
    readAnswer();
    const before = ahead();
    for (const date of ['', 'yesterday']) readClock(answer(date));
    expect(ahead()).toBe(before);
  });
});
