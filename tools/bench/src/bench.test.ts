import { describe, expect, it } from 'vitest';
import { bench } from './bench.ts';
import { cpuOfProcess, spentSince } from './cpu.ts';
import { ratioInterval, verdictOf } from './interval.ts';
import type { Burst } from './measure.ts';
import { rowsOf } from './report.ts';
import { works } from './works.ts';

describe('the interval of a median', () => {
  it('is from the sixth of twenty pairs to the fifteenth', () => {
    const ratios = Array.from({ length: 20 }, (_, index) => 20 - index);
    const middle: unknown = expect.closeTo(Math.sqrt(10 * 11), 10);
    expect(ratioInterval(ratios)).toEqual({ middle, low: 6, high: 15 });
  });

  it('is finite with six pairs or more', () => {
    const five = { middle: 3, low: -Infinity, high: Infinity };
    expect(ratioInterval([1, 2, 3, 4, 5])).toEqual(five);
    expect(ratioInterval([1, 2, 3, 4, 5, 6])).toMatchObject({ low: 1, high: 6 });
  });

  it('decides only if all of it is on one side of the target', () => {
    const verdicts = [0.7, 0.8, 0.95].map((low) =>
      verdictOf({ low, middle: low, high: low + 0.1 }, 0.85),
    );
    expect(verdicts).toEqual(['kept', 'unknown', 'not kept']);
  });
});

it('counts the CPU of a process', () => {
  const before = cpuOfProcess(process.pid);
  let sum = 0;
  while (spentSince(before, cpuOfProcess(process.pid)) < 50_000) sum += 1;
  expect(sum).toBeGreaterThan(0);
});

it('counts no CPU below zero when a thread has ended', () => {
  const before = new Map([
    ['one', 5],
    ['ended', 900],
  ]);
  const now = new Map([
    ['one', 7],
    ['new', 3],
  ]);
  expect(spentSince(before, now)).toBe(5);
});

it('compares the CPU of one round with that of the same round', () => {
  const burst = (side: string, round: number, server: number): Burst => ({
    work: 'update oneself',
    callers: 20,
    side,
    round,
    server,
    database: 100,
    rate: 1000,
    median: 1,
  });
  const bursts = [1, 2, 3, 4, 5, 6].flatMap((round) => [
    burst('ours', round, 100 * round - 50),
    burst('by hand', round, 200 * round),
  ]);
  expect(rowsOf(works, bursts, 'ours')).toEqual([
    expect.objectContaining({ side: 'ours', 'calls/s': '1000' }),
    expect.objectContaining({
      side: 'by hand',
      'our CPU by theirs': '0.50 (0.50–0.50)',
      verdict: '≤ 0.8: kept',
    }),
  ]);
});

it('the server by hand starts, and answers as the service does', async () => {
  expect(await bench({ withBetterAuth: false, size: 200, seconds: 0 })).toEqual([]);
});
