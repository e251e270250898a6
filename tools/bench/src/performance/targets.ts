import type { Measurement } from './measure.ts';
import type { Options } from './options.ts';
import { spreadOf, type Spread } from './statistics.ts';

/** One thing compared with another, and the least, or most, it was promised to be. */
export type Ratio = { what: string; spread: Spread; target?: string; kept?: boolean };

type Side = Measurement['side'];
type Workload = Measurement['workload'];

const reads = new Set<Workload>(['first page', 'middle page', 'read oneself']);

/** The share of the hand-written peer's rate that was promised. */
const promisedShare = (workload: Workload) => (reads.has(workload) ? 0.7 : 0.8);

const unique = <Item>(items: Item[]) => [...new Set(items)];

/** Looks measurements up by size, workload and side, in the order of their rounds. */
export function lookUp(measurements: Measurement[]) {
  return (size: number, workload: Workload, side: Side) =>
    measurements.filter(
      (one) => one.size === size && one.workload === workload && one.side === side,
    );
}

const over = (ones: number[], others: number[]) =>
  spreadOf(ones.map((one, index) => one / (others[index] ?? Number.NaN)));

const rates = (found: Measurement[]) => found.map(({ perSecond }) => perSecond);

const tails = (found: Measurement[]) =>
  found.map(({ p99 = Number.NaN, median = Number.NaN }) => p99 / median);

const atLeast = (what: string, spread: Spread, target: number): Ratio => ({
  what,
  spread,
  target: `≥ ${target}`,
  kept: spread.median >= target,
});

/** The service against each peer, round by round: what slowed one round down slowed both sides of it. */
function againstPeers(measurements: Measurement[], { sizes, workloads }: Options): Ratio[] {
  const find = lookUp(measurements);
  const ratios: Ratio[] = [];
  for (const size of sizes) {
    for (const workload of workloads) {
      const ours = find(size, workload, 'service');
      for (const side of unique(measurements.map((one) => one.side))) {
        const theirs = find(size, workload, side);
        if (side !== 'service' && side !== 'pgbench' && ours.length > 0 && theirs.length > 0) {
          ratios.push(againstPeer(`${size} profiles, ${workload}`, side, ours, theirs));
        }
      }
    }
  }
  return ratios;
}

function againstPeer(where: string, side: Side, ours: Measurement[], theirs: Measurement[]): Ratio {
  const workload = ours[0]?.workload ?? 'sign-in';
  const spread = over(rates(ours), rates(theirs));
  const what = `${where}: service / ${side}`;
  if (side === 'hand-written') {
    return atLeast(what, spread, promisedShare(workload));
  }
  if (side === 'better-auth') {
    return atLeast(what, spread, workload === 'sign-in' ? 1 : 4);
  }
  return { what, spread };
}

/** How long the slowest wait, measured by the median, beside the hand-written peer's. */
function tailRatios(measurements: Measurement[], { sizes, workloads }: Options): Ratio[] {
  const find = lookUp(measurements);
  return sizes.flatMap((size) =>
    workloads.flatMap((workload) => {
      const ours = find(size, workload, 'service');
      const theirs = find(size, workload, 'hand-written');
      if (ours.length === 0 || theirs.length === 0) {
        return [];
      }
      const spread = over(tails(ours), tails(theirs));
      const what = `${size} profiles, ${workload}: p99 / median, service / hand-written`;
      return [{ what, spread, target: '≤ 1.5', kept: spread.median <= 1.5 }];
    }),
  );
}

/** Whether a page costs the same however many profiles there are, and wherever it lies. */
function sizeRatios(measurements: Measurement[], { sizes }: Options): Ratio[] {
  const find = lookUp(measurements);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const first = rates(find(most, 'first page', 'service'));
  const small = rates(find(least, 'first page', 'service'));
  const middle = rates(find(most, 'middle page', 'service'));
  const ratios: Ratio[] = [];
  if (most > least && first.length > 0) {
    const what = `service, first page: ${most} / ${least} profiles`;
    ratios.push(atLeast(what, over(first, small), 0.9));
  }
  if (first.length > 0 && middle.length > 0) {
    const what = `service, ${most} profiles: middle / first page`;
    ratios.push(atLeast(what, over(middle, first), 0.2));
  }
  return ratios;
}

/** Every comparison that the measurements allow. */
export function checkTargets(measurements: Measurement[], options: Options): Ratio[] {
  return [
    ...sizeRatios(measurements, options),
    ...againstPeers(measurements, options),
    ...tailRatios(measurements, options),
  ];
}
