import { intervalOf, type Interval } from '../compare/interval.ts';
import type { Case, Measurement } from './measure.ts';
import type { Options } from './options.ts';

/** The service beside a peer, and what was promised of it. */
export type Ratio = Case & {
  peer: Measurement['side'];
  what: 'rate' | 'p50' | 'p99';
  pairs: number;
  interval: Interval;
  target: string;
  verdict: string;
};

type Promised = Partial<
  Record<Measurement['workload'], Partial<Record<Ratio['peer'], number>>>
>;

/** The least that the service's rate is to be, as many times the peer's; by one instance with 20 callers. */
const leastRate: Promised = {
  'read oneself': { 'hand-written': 1.4, 'better-auth': 5 },
  'first page': { 'hand-written': 2 },
  'Zipf pages': { 'hand-written': 1.3 },
  'different pages': { 'hand-written': 0.95 },
  'update oneself': { 'hand-written': 1 },
  'update socials': { 'hand-written': 1 },
  'create profile': { 'hand-written': 1 },
  'sign-in': { 'hand-written': 1.2, 'better-auth': 1.5 },
};

const promisedCallers = 20;

/** The most that a latency may be, as many times the hand-written peer's: the tail at a fixed rate, and one caller's median. */
const mostLatency = 1.1;

/** Looks up what was measured of a side in a case, in the order of the pairs. */
export function lookUp(measurements: readonly Measurement[]) {
  return ({ size, workload, callers, rate }: Case, side: Measurement['side']) =>
    measurements.filter(
      (one) =>
        one.side === side &&
        one.size === size &&
        one.workload === workload &&
        one.callers === callers &&
        one.rate === rate,
    );
}

/** What was measured, each case once. */
export function casesIn(measurements: readonly Measurement[]): Case[] {
  const cases = measurements.map(({ size, workload, callers, rate }) => ({
    size,
    workload,
    callers,
    rate,
  }));
  return [...new Map(cases.map((one) => [JSON.stringify(one), one])).values()];
}

const values = {
  rate: ({ perSecond }: Measurement) => perSecond,
  p50: ({ median = Number.NaN }: Measurement) => median,
  p99: ({ p99 = Number.NaN }: Measurement) => p99,
};

/** A promise that the interval's other end breaks, or keeps, is not sure. */
function judge(interval: Interval, { target, most }: { target: number; most: boolean }) {
  const keeps = (value: number) => (most ? value <= target : value >= target);
  const isSure = keeps(interval.low) === keeps(interval.high);
  const verdict = `${keeps(interval.ratio) ? 'kept' : 'not kept'}${isSure ? '' : ', not surely'}`;
  return { target: `${most ? '≤' : '≥'} ${target}`, verdict };
}

function promiseOf(
  { workload, callers, rate }: Case,
  what: Ratio['what'],
  peer: Ratio['peer'],
) {
  const target = leastRate[workload]?.[peer];
  if (what === 'rate') {
    return callers === promisedCallers && target !== undefined
      ? { target, most: false }
      : undefined;
  }
  const isTail = what === 'p99' && rate !== 'full';
  const isAlone = what === 'p50' && rate === 'full' && callers === 1;
  const isPromised = isTail || (isAlone && workload === 'read oneself');
  return isPromised && peer === 'hand-written'
    ? { target: mostLatency, most: true }
    : undefined;
}

/** The service beside every peer, pair by pair: what slowed one slice down slowed both sides of it. */
export function ratiosOf(
  measurements: readonly Measurement[],
  { peers, instances }: Pick<Options, 'peers' | 'instances'>,
): Ratio[] {
  const find = lookUp(measurements);
  const ratioOf = (one: Case, peer: Ratio['peer'], what: Ratio['what']): Ratio[] => {
    const theirs = new Map(find(one, peer).map((their) => [their.pair, their]));
    const ratios = find(one, 'service').flatMap((our) => {
      const their = theirs.get(our.pair);
      return their && peer !== 'pgbench' ? [values[what](our) / values[what](their)] : [];
    });
    const interval = intervalOf(ratios);
    const promise = instances === 1 ? promiseOf(one, what, peer) : undefined;
    const judged = promise ? judge(interval, promise) : { target: '', verdict: '' };
    const ratio = { ...one, peer, what, pairs: ratios.length, interval, ...judged };
    return ratios.length > 0 ? [ratio] : [];
  };
  return casesIn(measurements).flatMap((one) =>
    peers.flatMap((peer) =>
      (one.rate === 'full'
        ? (['rate', 'p50'] as const)
        : (['p50', 'p99'] as const)
      ).flatMap((what) => ratioOf(one, peer, what)),
    ),
  );
}
