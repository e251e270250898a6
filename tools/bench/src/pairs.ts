import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@namecard/testing';
import type { Version } from './checkout.ts';
import { cpuOfTree } from './cpu.ts';
import { ratioInterval, widthOf } from './interval.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { requireSameAnswers } from './same-answers.ts';
import type { Scenario } from './scenario.ts';
import { scenariosOf } from './scenarios.ts';
import type { Load } from './send.ts';
import { prepareSides, startSubject, type Side, type Subject } from './sides.ts';

/**
 * All callers without pause, all at half of the other server's full rate, or one
 * without pause.
 */
export type LoadName = 'full' | 'half' | 'one caller';

const callers = 20;

/** There are few moderators. */
const moderators = 2;

/** Milliseconds for the work after a burst: numbering of changes, vacuum. */
const settling = 500;

/** A single caller sends one of this many requests. */
const oneOf = 5;

/** Seconds of a burst at half load. */
const halfSeconds = 1;

/** The widest interval of rates. Above it, more pairs are run. */
const widest = 0.06;

export type Plan = {
  version: Version;
  /** Revisions to compare with. Without any: `by hand` and `better-auth`. */
  before: readonly Version[];
  /** The number of users, and of profiles, at the beginning. */
  size: number;
  /** Measures only scenarios whose names contain this. */
  only: string;
  /** The fewest pairs of a scenario. */
  pairs: number;
  /** The most pairs, if the intervals stay too wide. */
  most: number;
  /** Bursts of each side in a pair. */
  turns: number;
  /** The fraction of a scenario's requests in a burst. */
  share: number;
};

/** Results of a side's bursts in one pair. */
export type Figures = {
  perSecond: number;
  /** Milliseconds. */
  median: number;
  p99: number;
  /** CPU microseconds for each request. */
  node: number;
  postgres: number;
};

export type Measurement = Figures & {
  side: string;
  scenario: Scenario;
  load: LoadName;
  pair: number;
};

type Usage = {
  count: number;
  seconds: number;
  latencies: number[];
  node: number;
  postgres: number;
};

async function measure(
  subject: Subject,
  scenario: Scenario,
  { load, count, postgres }: { load: Load; count: number; postgres: Postgres },
): Promise<Usage> {
  const burst = await scenario.prepare(subject, Math.max(1, Math.round(count)));
  const used = () => [cpuOfTree(subject.pid), cpuOfTree(postgres.pid)] as const;
  const [nodeBefore, postgresBefore] = used();
  const { seconds, latencies } = await burst.run(load);
  const [node, database] = used();
  return {
    count: burst.count,
    seconds,
    latencies,
    node: node - nodeBefore,
    postgres: database - postgresBefore,
  };
}

function figuresOf(bursts: readonly Usage[]): Figures {
  const sum = (of: 'count' | 'seconds' | 'node' | 'postgres') =>
    bursts.reduce((total, burst) => total + burst[of], 0);
  const latencies = bursts.flatMap((burst) => burst.latencies);
  return {
    perSecond: sum('count') / sum('seconds'),
    median: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    node: (sum('node') / sum('count')) * 1e6,
    postgres: (sum('postgres') / sum('count')) * 1e6,
  };
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

type Bench = Plan & { postgres: Postgres };

type Turns = { load: Load; count: number };

/** In random order, so that a slow machine affects all sides. */
async function takeTurns(
  subjects: readonly Subject[],
  scenario: Scenario,
  { load, count }: Turns,
  { turns, postgres }: Bench,
): Promise<Map<string, Figures>> {
  await sleep(settling);
  const bursts = new Map(subjects.map(({ name }) => [name, new Array<Usage>()]));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const subject of shuffled(subjects)) {
      const usage = await measure(subject, scenario, { load, count, postgres });
      bursts.get(subject.name)?.push(usage);
    }
  }
  return new Map([...bursts].map(([name, used]) => [name, figuresOf(used)]));
}

/** A pair of one scenario at each load; for moderators only at full load. */
async function measurePair(
  subjects: readonly Subject[],
  scenario: Scenario,
  bench: Bench,
): Promise<Omit<Measurement, 'pair'>[]> {
  const partaking = subjects.filter(({ kind }) => scenario.kinds.has(kind));
  const count = scenario.count * bench.share;
  const isModerators = scenario.group === 'moderation';
  const all = { callers: isModerators ? moderators : callers };
  const taken: Omit<Measurement, 'pair'>[] = [];
  const take = async (load: LoadName, turns: Turns, asked = partaking) => {
    const figures = await takeTurns(asked, scenario, turns, bench);
    for (const [side, each] of figures) taken.push({ ...each, side, scenario, load });
    return figures;
  };
  const full = await take('full', { load: all, count });
  if (isModerators) return taken;
  // Half of the other server's rate.
  const beside = partaking[1]?.name ?? '';
  const rate = (full.get(beside)?.perSecond ?? Number.NaN) / 2;
  const half = { load: { ...all, rate }, count: rate * halfSeconds * bench.share };
  // This may be too fast for better-auth.
  await take(
    'half',
    half,
    partaking.filter(({ kind }) => kind !== 'better-auth'),
  );
  await take('one caller', { load: { callers: 1 }, count: count / oneOf });
  return taken;
}

/** Whether a scenario needs no more pairs. */
function isDone(scenario: Scenario, measurements: Measurement[], plan: Plan): boolean {
  const own = measurements.filter(
    (one) => one.scenario === scenario && one.load === 'full',
  );
  const pairs = Math.max(0, ...own.map(({ pair }) => pair));
  if (pairs >= plan.most) return true;
  return pairs >= plan.pairs && widestOf(own, plan.version.name) <= widest;
}

/** The width of the widest interval of rates. */
function widestOf(measurements: Measurement[], own: string): number {
  const rates = (side: string) =>
    measurements.filter((one) => one.side === side).map(({ perSecond }) => perSecond);
  const ours = rates(own);
  const others = new Set(
    measurements.map(({ side }) => side).filter((side) => side !== own),
  );
  const widths = [...others].map((side) => {
    const theirs = rates(side);
    const ratios = ours.map((rate, index) => rate / (theirs[index] ?? Number.NaN));
    return widthOf(ratioInterval(ratios));
  });
  return Math.max(...widths);
}

/**
 * Measures a pair of each scenario, on new processes. Two processes of one
 * version differ as long as they live, and the intervals must include that. A
 * first round warms them up.
 */
async function measureRound(
  sides: readonly Side[],
  scenarios: readonly Scenario[],
  bench: Bench,
) {
  await using started = new AsyncDisposableStack();
  const subjects: Subject[] = [];
  for (const side of sides) subjects.push(started.use(await startSubject(side)));
  const warmUp = { ...bench, turns: 1, share: bench.share / 2 };
  for (const scenario of scenarios) await measurePair(subjects, scenario, warmUp);
  const taken: Omit<Measurement, 'pair'>[] = [];
  for (const scenario of scenarios) {
    taken.push(...(await measurePair(subjects, scenario, bench)));
  }
  return taken;
}

async function requireAlike(
  sides: readonly Side[],
  scenarios: Scenario[],
): Promise<void> {
  await using started = new AsyncDisposableStack();
  const subjects: Subject[] = [];
  for (const side of sides.filter(({ kind }) => kind !== 'better-auth')) {
    subjects.push(started.use(await startSubject(side)));
  }
  await requireSameAnswers(subjects, scenarios);
}

/**
 * Compares this version with others. All run at once, with their own databases in
 * one PostgreSQL, but are measured one after another.
 * @param onRound gets the results after each round, so that an interrupted run
 * keeps them
 */
export async function measureAll(
  plan: Plan,
  onRound: (soFar: readonly Measurement[]) => void,
): Promise<Measurement[]> {
  await using postgres = await startPostgres();
  const { version, before, size } = plan;
  const sides = await prepareSides(version, before, { postgres, size });
  const scenarios = scenariosOf(size).filter(({ name }) => name.includes(plan.only));
  // Another revision may have other answers.
  if (before.length === 0) await requireAlike(sides, scenarios);
  const measurements: Measurement[] = [];
  for (let pair = 1, left = scenarios; left.length > 0; pair += 1) {
    const taken = await measureRound(sides, left, { ...plan, postgres });
    measurements.push(...taken.map((one) => ({ ...one, pair })));
    onRound(measurements);
    left = left.filter((scenario) => !isDone(scenario, measurements, plan));
  }
  return measurements;
}
