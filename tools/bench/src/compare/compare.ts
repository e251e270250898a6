import { setTimeout as sleep } from 'node:timers/promises';
import { fakePostmark, type FakePostmark } from '@namecard/testing';
import type { Version } from './checkout.ts';
import { cpuOfTree } from './cpu.ts';
import { intervalOf, widthOf, type Interval } from './interval.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { prepareSide, startSubject, type Side, type Subject } from './subject.ts';
import { workloads, type Workload } from './workloads.ts';

/** Milliseconds in which what a workload left behind is done: changes are numbered, tables vacuumed. It is not the next one's. */
const settling = 1_000;

/** The widest that an interval may be before more pairs are run. */
export const widest = 0.06;

export type Plan = {
  before: readonly Version[];
  after: Version;
  /** Users and profiles, as many of each, that every version begins with. */
  size: number;
  /** A part of the names of those workloads that are measured; all where it is empty. */
  only: string;
  /** Pairs of a workload, and how many are run at most until the intervals are narrow. */
  pairs: number;
  most: number;
  /** Bursts of each version in a pair. */
  turns: number;
  /** The share of a workload's requests that a burst sends. */
  share: number;
};

/** What the bursts of a pair cost: microseconds of CPU for each request, and requests in a second. */
export type Cost = { node: number; postgres: number; perSecond: number };

export type Comparison = {
  workload: Workload;
  before: string;
  pairs: number;
  /** How much of the work of the version before is done with the same CPU, Node's and PostgreSQL's together. */
  work: Interval;
  /** Requests in a second, beside those of the version before. */
  rate: Interval;
  costs: { before: readonly Cost[]; after: readonly Cost[] };
};

/** What bursts used, CPU in seconds. */
type Usage = { requests: number; seconds: number; node: number; postgres: number };

type Bench = Pick<Plan, 'turns' | 'share'> & {
  postgres: Postgres;
  postmark: FakePostmark;
};

async function measure(
  subject: Subject,
  workload: Workload,
  { postgres, share }: Bench,
): Promise<Usage> {
  const amount = Math.max(1, Math.round(workload.requests * share));
  const { requests, run } = await workload.prepare(subject, amount);
  const used = () => ({
    node: cpuOfTree(subject.pid),
    postgres: cpuOfTree(postgres.pid),
  });
  const before = used();
  const began = performance.now();
  await run();
  const seconds = (performance.now() - began) / 1_000;
  const after = used();
  return {
    requests,
    seconds,
    node: after.node - before.node,
    postgres: after.postgres - before.postgres,
  };
}

function costOf(bursts: readonly Usage[]): Cost {
  const sum = (of: keyof Usage) => bursts.reduce((total, burst) => total + burst[of], 0);
  const requests = sum('requests');
  return {
    node: (sum('node') / requests) * 1e6,
    postgres: (sum('postgres') / requests) * 1e6,
    perSecond: requests / sum('seconds'),
  };
}

const cpu = ({ node, postgres }: Cost) => node + postgres;

const ratioOf = (
  ones: readonly Cost[],
  others: readonly Cost[],
  of: (cost: Cost) => number,
) => intervalOf(ones.map((one, index) => of(one) / of(others[index] ?? one)));

/** What each side's pairs of a workload cost so far; this version is the first of them, and itself the last. */
type Run = { workload: Workload; costs: readonly Cost[][] };

function comparisonsOf({ workload, costs }: Run, { before }: Plan): Comparison[] {
  const [after = [], ...others] = costs;
  return others.map((theirs, index) => ({
    workload,
    before: before[index]?.name ?? 'itself',
    pairs: after.length,
    work: ratioOf(theirs, after, cpu),
    rate: ratioOf(after, theirs, ({ perSecond }) => perSecond),
    costs: { before: theirs, after },
  }));
}

function isDone(run: Run, plan: Plan): boolean {
  const comparisons = comparisonsOf(run, plan);
  const pairs = run.costs[0]?.length ?? 0;
  const isNarrow = comparisons.every(({ work }) => widthOf(work) <= widest);
  return pairs >= plan.most || (pairs >= plan.pairs && isNarrow);
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** A burst of each in turn, several times, in a new order every time: what slows the machine down for a while slows all. */
async function takeTurns(subjects: readonly Subject[], workload: Workload, bench: Bench) {
  await sleep(settling);
  const taken = subjects.map((subject) => ({ subject, bursts: new Array<Usage>() }));
  for (let turn = 0; turn < bench.turns; turn += 1) {
    for (const { subject, bursts } of shuffled(taken)) {
      bursts.push(await measure(subject, workload, bench));
    }
  }
  return taken.map(({ bursts }) => costOf(bursts));
}

/**
 * A pair of each workload, on processes that are started for it: two of one version differ for as long as they live, which the
 * interval has to cover. A round of all workloads warms them up and is not counted.
 */
async function measurePairs(sides: readonly Side[], runs: readonly Run[], bench: Bench) {
  await using started = new AsyncDisposableStack();
  const subjects = await Promise.all(
    sides.map(async (side) => started.use(await startSubject(side, bench.postmark))),
  );
  for (const { workload } of runs) {
    await takeTurns(subjects, workload, bench);
  }
  for (const { workload, costs } of runs) {
    const pair = await takeTurns(subjects, workload, bench);
    pair.forEach((cost, index) => costs[index]?.push(cost));
  }
}

/**
 * Compares a version with each of those before it, and with itself in another process: what that finds is the measurement's
 * own error. All run at once, each on a database of its own in one PostgreSQL, and are measured one after the other.
 * @param onRound gets what is known after each round of pairs, so that a run that is broken off leaves its figures
 */
export async function compare(
  plan: Plan,
  onRound: (soFar: Comparison[]) => void,
): Promise<Comparison[]> {
  await using postgres = await startPostgres();
  await using postmark = await fakePostmark();
  const sides: Side[] = [];
  for (const version of [plan.after, ...plan.before, plan.after]) {
    const name = `side_${sides.length}`;
    sides.push(await prepareSide(version, { postgres, name, size: plan.size }));
  }
  const runs = workloads
    .filter(({ name }) => name.includes(plan.only))
    .map((workload): Run => ({ workload, costs: sides.map(() => []) }));
  const all = () => runs.flatMap((run) => comparisonsOf(run, plan));
  for (
    let left = runs;
    left.length > 0;
    left = left.filter((run) => !isDone(run, plan))
  ) {
    await measurePairs(sides, left, { ...plan, postgres, postmark });
    onRound(all());
  }
  return all();
}
