import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { thisCheckout } from './checkout.ts';
import { compare, type Comparison } from './compare.ts';
import { cpuOfTree } from './cpu.ts';
import { intervalOf, type Interval } from './interval.ts';
import { tableOf } from './report.ts';
import { workloads } from './workloads.ts';

describe('the interval of a ratio', () => {
  it('is the median’s, from the sixth of twenty pairs to the fifteenth', () => {
    const ratios = Array.from({ length: 20 }, (_, index) => 20 - index);
    const middle: unknown = expect.closeTo(Math.sqrt(10 * 11), 10);
    expect(intervalOf(ratios)).toEqual({ ratio: middle, low: 6, high: 15 });
  });

  it('takes six pairs to have ends', () => {
    expect(intervalOf([1, 2, 3, 4, 5])).toEqual({ ratio: 3, low: 0, high: Infinity });
    expect(intervalOf([1, 2, 3, 4, 5, 6])).toMatchObject({ low: 1, high: 6 });
  });

  it('is the same seen from the other side', () => {
    const skewed = [0.9, 1.2, 1.05, 1.3, 0.95, 1.1, 1.15, 2];
    const [one, other] = [
      intervalOf(skewed),
      intervalOf(skewed.map((ratio) => 1 / ratio)),
    ];
    expect(other.ratio).toBeCloseTo(1 / one.ratio, 10);
    expect([other.low, other.high]).toEqual([
      expect.closeTo(1 / one.high, 10),
      expect.closeTo(1 / one.low, 10),
    ]);
  });
});

describe('the CPU of a process and its children', () => {
  it('counts those that run and those that have ended', async () => {
    const work =
      'let n = 0; for (const end = Date.now() + 100; Date.now() < end;) n += 1;';
    const before = cpuOfTree(process.pid);
    const child = spawn(process.execPath, ['-e', `${work} process.stdin.resume()`], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const used = () => cpuOfTree(process.pid) - before;
    await expect.poll(used, { timeout: 15_000 }).toBeGreaterThan(0.1);
    const whileItRan = used();
    child.stdin.end();
    await once(child, 'exit');
    const lessByTicks = 0.02;
    expect(used()).toBeGreaterThan(whileItRan - lessByTicks);
  });
});

describe('a comparison', () => {
  it(
    'measures every call of this checkout against itself, on PostgreSQL and over HTTP',
    { timeout: 120_000 },
    async () => {
      const rounds: Comparison[][] = [];
      const plan = {
        before: [],
        after: thisCheckout,
        size: 200,
        pairs: 1,
        most: 1,
        only: '',
      };
      const few = { ...plan, turns: 1, share: 0.01 };
      const comparisons = await compare(few, (soFar) => void rounds.push(soFar));
      expect(rounds).toEqual([comparisons]);
      expect(comparisons.map(({ workload, before }) => [workload.name, before])).toEqual(
        workloads.map(({ name }) => [name, 'itself']),
      );
      const costs = comparisons.flatMap((one) => [
        ...one.costs.before,
        ...one.costs.after,
      ]);
      expect(Math.min(...costs.flatMap((cost) => Object.values(cost)))).toBeGreaterThan(
        0,
      );
    },
  );
});

describe('the table', () => {
  const cost = (node: number) => ({ node, postgres: 100, perSecond: 1_000 });
  const told = (work: Interval, before = 'main') => {
    const [workload = expect.fail('There is nothing to measure')] = workloads;
    const costs = { before: [cost(200)], after: [cost(210)] };
    const comparison = { workload, before, pairs: 20, work, rate: work, costs };
    const versions = { before: [], after: thisCheckout };
    const plan = {
      ...versions,
      size: 200,
      pairs: 20,
      most: 60,
      only: '',
      turns: 1,
      share: 1,
    };
    return tableOf([comparison], plan).split('\n').at(-1);
  };

  it('says whether the upper end of the interval reaches what was promised', () => {
    expect(told({ ratio: 0.95, low: 0.93, high: 0.97 })).toBe(
      '| GET users/me | main | 0.950 (0.930–0.970) | ≥ 0.97: kept | 0.950 (0.930–0.970) | 200 + 100 | 210 + 100 | 20 |',
    );
    expect(told({ ratio: 0.94, low: 0.92, high: 0.96 })).toContain(
      '| ≥ 0.97: not kept |',
    );
  });

  it('says where the interval is too wide to tell', () => {
    expect(told({ ratio: 1, low: 0.9, high: 1.1 })).toContain(
      '| ≥ 0.97: kept, but too wide |',
    );
  });

  it('promises nothing of the version against itself', () => {
    expect(told({ ratio: 0.9, low: 0.88, high: 0.92 }, 'itself')).not.toContain('kept');
  });
});
