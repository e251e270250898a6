import { differenceInterval, ratioInterval, type Interval } from './interval.ts';
import type { Figures, LoadName, Measurement } from './pairs.ts';
import type { Scenario } from './scenario.ts';

/** The compared quantity. */
type What = 'rate' | 'work for the same CPU' | 'median' | 'p99' | 'ms of the median more';

/** The service compared with another side. */
export type Comparison = {
  scenario: Scenario;
  load: LoadName;
  beside: string;
  what: What;
  pairs: number;
  interval: Interval;
  verdict: string;
};

/** The lowest rate with 20 callers, as a multiple of the other's. */
const leastRates: Record<string, Record<string, number>> = {
  'read oneself': { 'by hand': 1, 'better-auth': 4 },
  'pages all different': { 'by hand': 1.3 },
  'update oneself': { 'by hand': 1.1 },
  socials: { 'by hand': 1.1 },
  create: { 'by hand': 1.1 },
  'sign-in': { 'by hand': 1.3, 'better-auth': 1.5 },
};

/** Milliseconds that one caller's median may be slower than by hand. */
const mostAbove = { reads: 0.3, writes: 0.3, 'sign-in': 1.5, moderation: Infinity };

/** The lowest work for the same CPU, compared with another revision. */
const leastWork = { reads: 0.97, writes: 0.97, 'sign-in': 0.97, moderation: 0.8 };

const peers = new Set(['by hand', 'better-auth', 'itself']);

/** A target is kept if the interval reaches it. */
function judge({ low, high }: Interval, target: number, isMost: boolean): string {
  const isKept = isMost ? low <= target : high >= target;
  return `${isMost ? '≤' : '≥'} ${target}: ${isKept ? 'kept' : 'not kept'}`;
}

function verdictOf(
  { scenario, load, beside, what }: Omit<Comparison, 'verdict' | 'pairs' | 'interval'>,
  interval: Interval,
): string {
  if (what === 'ms of the median more' && beside === 'by hand') {
    return judge(interval, mostAbove[scenario.group], true);
  }
  if (what === 'work for the same CPU' && load === 'full' && !peers.has(beside)) {
    return judge(interval, leastWork[scenario.group], false);
  }
  const target = leastRates[scenario.name]?.[beside];
  if (what === 'rate' && target !== undefined) return judge(interval, target, false);
  return '';
}

const cpu = ({ node, postgres }: Figures) => node + postgres;

const whatOf: Record<LoadName, readonly What[]> = {
  full: ['rate', 'work for the same CPU'],
  half: ['median', 'p99'],
  'one caller': ['ms of the median more'],
};

const compare: Record<What, (ours: Figures, theirs: Figures) => number> = {
  rate: (ours, theirs) => ours.perSecond / theirs.perSecond,
  'work for the same CPU': (ours, theirs) => cpu(theirs) / cpu(ours),
  median: (ours, theirs) => ours.median / theirs.median,
  p99: (ours, theirs) => ours.p99 / theirs.p99,
  'ms of the median more': (ours, theirs) => ours.median - theirs.median,
};

/**
 * The service compared with each side, pair by pair. Leaves out incomplete pairs.
 */
export function comparisonsOf(
  measurements: readonly Measurement[],
  own: string,
): Comparison[] {
  const scenarios = [...new Set(measurements.map(({ scenario }) => scenario))];
  const sides = [...new Set(measurements.map(({ side }) => side))];
  const find = (scenario: Scenario, load: LoadName, side: string) =>
    measurements.filter(
      (one) => one.scenario === scenario && one.load === load && one.side === side,
    );
  const loads = ['full', 'half', 'one caller'] as const;
  return scenarios.flatMap((scenario) =>
    loads.flatMap((load) =>
      sides
        .filter((side) => side !== own)
        .flatMap((beside) => {
          const theirs = new Map(
            find(scenario, load, beside).map((one) => [one.pair, one]),
          );
          const pairs = find(scenario, load, own).flatMap((one) => {
            const other = theirs.get(one.pair);
            return other ? [{ one, other }] : [];
          });
          if (pairs.length === 0) return [];
          return whatOf[load].map((what): Comparison => {
            const figures = pairs.map(({ one, other }) => compare[what](one, other));
            const isDifference = what === 'ms of the median more';
            const interval = isDifference
              ? differenceInterval(figures)
              : ratioInterval(figures);
            const which = { scenario, load, beside, what };
            const verdict = verdictOf(which, interval);
            return { ...which, pairs: pairs.length, interval, verdict };
          });
        }),
    ),
  );
}
