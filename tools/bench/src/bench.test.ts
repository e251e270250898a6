import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { thisCheckout } from './checkout.ts';
import { cpuOfTree } from './cpu.ts';
import { differenceInterval, ratioInterval } from './interval.ts';
import type { Measurement, Plan } from './pairs.ts';
import { tables, withSection } from './report.ts';
import type { Scenario } from './scenario.ts';
import { scenariosOf } from './scenarios.ts';
import { send } from './send.ts';
import { comparisonsOf } from './targets.ts';

describe('the interval of a median', () => {
  it('is from the sixth of twenty pairs to the fifteenth', () => {
    const ratios = Array.from({ length: 20 }, (_, index) => 20 - index);
    const middle: unknown = expect.closeTo(Math.sqrt(10 * 11), 10);
    expect(ratioInterval(ratios)).toEqual({ middle, low: 6, high: 15 });
    expect(differenceInterval(ratios)).toEqual({ middle: 10.5, low: 6, high: 15 });
  });

  it('is finite with six pairs or more', () => {
    const five = { middle: 3, low: -Infinity, high: Infinity };
    expect(ratioInterval([1, 2, 3, 4, 5])).toEqual(five);
    expect(ratioInterval([1, 2, 3, 4, 5, 6])).toMatchObject({ low: 1, high: 6 });
  });

  it('has reciprocal values if the sides are exchanged', () => {
    const skewed = [0.9, 1.2, 1.05, 1.3, 0.95, 1.1, 1.15, 2];
    const one = ratioInterval(skewed);
    const other = ratioInterval(skewed.map((ratio) => 1 / ratio));
    expect(other.middle).toBeCloseTo(1 / one.middle, 10);
    expect(other.low).toBeCloseTo(1 / one.high, 10);
    expect(other.high).toBeCloseTo(1 / one.low, 10);
  });
});

/**
 * A server that counts requests and answers all with this status, the first one
 * late.
 */
async function startCounting(status: number, stall = 0) {
  let answered = 0;
  const server = createServer((_request, response) => {
    answered += 1;
    const answer = () => response.writeHead(status, { 'content-length': 2 }).end('{}');
    setTimeout(answer, answered === 1 ? stall : 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    origin: `http://127.0.0.1:${port}`,
    answered: () => answered,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}

const requests = Array.from({ length: 100 }, () => ({
  method: 'GET',
  path: '/',
  headers: {},
}));

describe('the load', () => {
  it('sends each request once, and has a latency and a body of each', async () => {
    await using server = await startCounting(200);
    const { latencies, bodies } = await send(server.origin, requests, { callers: 10 });
    expect(server.answered()).toBe(100);
    expect(latencies).toHaveLength(100);
    expect(bodies.every((body) => body === '{}')).toBe(true);
  });

  it('refuses to measure a server that refuses', async () => {
    await using server = await startCounting(503);
    const sending = send(server.origin, requests, { callers: 10 });
    await expect(sending).rejects.toThrow('100 calls failed, such as GET /: 503');
  });

  it('at a rate counts latency from the due time, so a stall counts for all that were due', async () => {
    await using server = await startCounting(200, 500);
    const { latencies } = await send(server.origin, requests, { callers: 1, rate: 100 });
    expect(server.answered()).toBe(100);
    // Of the 50 that were due during the stall, the last ones waited least.
    expect(latencies.filter((latency) => latency > 100).length).toBeGreaterThan(30);
  });
});

it('counts the CPU of a process', () => {
  const before = cpuOfTree(process.pid);
  let sum = 0;
  while (cpuOfTree(process.pid) - before < 0.05) sum += 1;
  expect(sum).toBeGreaterThan(0);
});

const scenarios = scenariosOf(1_000);

const scenarioOf = (name: string): Scenario =>
  scenarios.find((scenario) => scenario.name === name) ?? expect.fail(name);

function measurement(
  side: string,
  pair: number,
  figures: Partial<Measurement> = {},
): Measurement {
  return {
    side,
    pair,
    scenario: scenarioOf('update oneself'),
    load: 'full',
    perSecond: 1_000,
    median: 1,
    p99: 2,
    node: 100,
    postgres: 50,
    ...figures,
  };
}

const pairs = [1, 2, 3, 4, 5, 6];

describe('a comparison', () => {
  it('is made pair by pair, without incomplete pairs', () => {
    const measured = pairs.flatMap((pair) => [
      measurement('by hand', pair),
      measurement('ours', pair, { perSecond: 900 + 50 * pair }),
    ]);
    const unfinished = measurement('ours', 7, { perSecond: 9_000 });
    const [rate] = comparisonsOf([...measured, unfinished], 'ours');
    const interval = { middle: expect.closeTo(1.075, 2), low: 0.95, high: 1.2 };
    const expected = { what: 'rate', beside: 'by hand', pairs: 6, interval };
    expect(rate).toMatchObject({ ...expected, verdict: '≥ 1.1: kept' });
  });

  it('misses the target if the interval does not reach it', () => {
    const measured = pairs.flatMap((pair) => [
      measurement('by hand', pair),
      measurement('ours', pair, { perSecond: 1_050 }),
    ]);
    expect(comparisonsOf(measured, 'ours')[0]?.verdict).toBe('≥ 1.1: not kept');
  });

  it('of one caller is by milliseconds, of another revision by CPU', () => {
    const alone = { load: 'one caller' as const };
    const measured = pairs.flatMap((pair) => [
      measurement('by hand', pair, alone),
      measurement('ours', pair, { ...alone, median: 1.5 }),
      measurement('a revision', pair),
      measurement('ours', pair, { node: 200 }),
    ]);
    const told = comparisonsOf(measured, 'ours').map(({ what, interval, verdict }) => [
      what,
      interval.middle,
      verdict,
    ]);
    expect(told).toEqual([
      ['rate', 1, ''],
      ['work for the same CPU', 0.6, '≥ 0.97: not kept'],
      ['ms of the median more', 0.5, '≤ 0.3: not kept'],
    ]);
  });
});

describe('the page', () => {
  it('has the comparisons and the figures of the sides', () => {
    const plan: Plan = {
      version: { ...thisCheckout, name: 'ours' },
      before: [],
      size: 1_000,
      only: '',
      pairs: 6,
      most: 6,
      turns: 1,
      share: 1,
    };
    const measured = pairs.flatMap((pair) => [
      measurement('by hand', pair),
      measurement('ours', pair),
    ]);
    const text = tables(measured, plan);
    expect(text).toContain(
      '| update oneself | full | by hand | rate | 1.00 (1.00–1.00) | 6 | ≥ 1.1: not kept |',
    );
    expect(text).toContain(
      '| update oneself | full | ours | 1000 | 1.00 | 2.00 | 100 + 50 |',
    );
  });

  it('keeps the section of the other kind of run', () => {
    const first = withSection('', 'Beside others', 'one');
    const second = withSection(first, 'Beside another revision', 'two');
    const third = withSection(second, 'Beside others', 'three');
    expect(third.match(/^## .*\n\n.*/gm)).toEqual([
      '## Beside others\n\nthree',
      '## Beside another revision\n\ntwo',
    ]);
  });
});
