import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { guardMemory, productionMemory } from './memory.ts';

const mebibyte = 1024 * 1024;

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => vi.useRealTimers());

/** A guard that allows this many bytes on top of the memory in use now. */
function guardAbove(bytes: number) {
  // Collects garbage of earlier tests in this process, which would count as used
  // memory.
  guardMemory({ heap: 0, live: 0, resident: 0 }, { collected: () => {} }).look();
  const { heapUsed, external } = process.memoryUsage();
  const bounds = {
    heap: Infinity,
    live: heapUsed + external + bytes,
    resident: Infinity,
  };
  const guard = guardMemory(bounds, { collected: () => {} });
  return {
    /**
     * Looks once a second for this many seconds. Returns whether work is then
     * refused.
     */
    pass: (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        guard.look();
        vi.advanceTimersByTime(1_000);
      }
      return guard.isExceeded();
    },
  };
}

const take = (mebibytes: number) =>
  Array.from({ length: mebibytes }, () => Buffer.alloc(mebibyte, 1));

it('garbage is collected, and no work is refused for it', () => {
  const guard = guardAbove(100 * mebibyte);
  for (let round = 0; round < 3; round += 1) {
    let garbage = take(150);
    expect(garbage).toHaveLength(150);
    garbage = [];
    expect(guard.pass(3)).toBe(false);
    guard.pass(10);
  }
});

it('work is refused if collecting did not help, and only while memory is in use', () => {
  const guard = guardAbove(100 * mebibyte);
  let held = take(150);
  expect(guard.pass(1)).toBe(false);
  expect(guard.pass(1)).toBe(true);
  expect(guard.pass(30)).toBe(true);
  expect(held).toHaveLength(150);
  held = [];
  expect(guard.pass(12)).toBe(false);
});

it('collects once in ten seconds at most', () => {
  let collections = 0;
  const count = { collected: () => (collections += 1) };
  const guard = guardMemory({ heap: 0, live: 0, resident: 0 }, count, () => {});
  for (let second = 0; second < 20; second += 1) {
    expect(collections).toBe(Math.ceil(second / 10));
    guard.look();
    vi.advanceTimersByTime(1_000);
  }
});

it('the limits of production leave room for collecting garbage, and fit into 512 MiB', () => {
  expect(productionMemory.heap).toBeLessThan(1);
  expect(productionMemory.live).toBeLessThan(productionMemory.resident);
  expect(productionMemory.resident).toBeLessThan(512 * mebibyte);
});
