import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { thisCheckout } from './checkout.ts';
import { compare, type Comparison } from './compare.ts';
import { cpuOfTree } from './cpu.ts';
import { intervalOf } from './interval.ts';
import { tableOf } from './report.ts';
import { workloads } from './workloads.ts';

describe('the interval of a ratio', () => {
  // log 1.1 and its opposite, ten times each: the deviation is log 1.1 · √(20/19), t of 19 degrees 2.093.
  const ratios = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 1.1 : 1 / 1.1));

  it('lies around the geometric mean, as wide as Student’s t makes it', () => {
    const { ratio, low, high } = intervalOf(ratios);
    expect(ratio).toBeCloseTo(1, 10);
    expect(high).toBeCloseTo(Math.exp((2.093 * Math.log(1.1)) / Math.sqrt(19)), 4);
    expect(low).toBeCloseTo(1 / high, 10);
  });

  it('is the same seen from the other side', () => {
    const skewed = [0.9, 1.2, 1.05, 1.3];
    const [one, other] = [intervalOf(skewed), intervalOf(skewed.map((ratio) => 1 / ratio))];
    expect(other.ratio).toBeCloseTo(1 / one.ratio, 10);
    expect([other.low, other.high]).toEqual([
      expect.closeTo(1 / one.high, 10),
      expect.closeTo(1 / one.low, 10),
    ]);
  });

  it('has no end after one pair', () => {
    expect(intervalOf([1.1])).toEqual({ ratio: expect.closeTo(1.1), low: 0, high: Infinity });
  });
});

describe('the CPU of a process and its children', () => {
  it('counts those that run and those that have ended', async () => {
    const work = 'let n = 0; for (const end = Date.now() + 100; Date.now() < end;) n += 1;';
    const before = cpuOfTree(process.pid);
    const child = spawn(process.execPath, ['-e', `${work} process.stdin.resume()`], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    await expect.poll(() => cpuOfTree(process.pid) - before).toBeGreaterThan(0.1);
    child.stdin.end();
    await once(child, 'exit');
    expect(cpuOfTree(process.pid) - before).toBeGreaterThan(0.1);
  });
});

describe('a comparison', () => {
  it('measures every call of this checkout against itself', { timeout: 120_000 }, async () => {
    const told: Comparison[] = [];
    const versions = { before: [{ ...thisCheckout, name: 'the same' }], after: thisCheckout };
    const plan = { ...versions, size: 200, pairs: 1, most: 1, share: 0.01 };
    const comparisons = await compare(plan, (found) => told.push(...found));
    expect(told).toEqual(comparisons);
    expect(comparisons.map(({ workload, before }) => [workload.name, before])).toEqual(
      workloads.flatMap(({ name }) => [
        [name, 'the same'],
        [name, 'itself'],
      ]),
    );
    const costs = comparisons.flatMap((one) => [...one.costs.before, ...one.costs.after]);
    expect(Math.min(...costs.flatMap((cost) => Object.values(cost)))).toBeGreaterThan(0);
    expect(tableOf(comparisons, plan).split('\n')).toHaveLength(comparisons.length + 6);
  });
});
