import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Presses } from './presses.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'] }));

afterEach(() => vi.useRealTimers());

it('a form that is sent again gets the same answer for a minute, also if the clock is set back', async () => {
  const presses = new Presses<string>();
  const answer = (text: string) => presses.answer('the same form', async () => text);
  expect(await answer('first')).toBe('first');
  vi.setSystemTime(Date.now() - 3_600_000);
  vi.advanceTimersByTime(59_000);
  expect(await answer('second')).toBe('first');
  vi.advanceTimersByTime(1_000);
  expect(await answer('third')).toBe('third');
});
