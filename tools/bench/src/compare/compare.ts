import { fakePostmark } from '@namecard/email/testing';
import type { Version } from './checkout.ts';
import { cpuOfTree } from './cpu.ts';
import { intervalOf, widthOf, type Interval } from './interval.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { startSubject, type Subject } from './subject.ts';
import { workloads, type Workload } from './workloads.ts';

/** The widest that an interval may be before more pairs are run. */
export const widest = 0.06;

/** Bursts of each version in a pair. */
const turns = 5;

export type Plan = {
  before: readonly Version[];
  after: Version;
  /** Users and profiles, as many of each, that every version begins with. */
  size: number;
  /** Pairs of a workload, and how many are run at most until the intervals are narrow. */
  pairs: number;
  most: number;
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

type Bench = Pick<Plan, 'share'> & { postgres: Postgres };

async function measure(
  subject: Subject,
  workload: Workload,
  { postgres, share }: Bench,
): Promise<Usage> {
  const amount = Math.max(1, Math.round(workload.requests * share));
  const { requests, run } = await workload.prepare(subject, amount);
  const used = () => ({ node: cpuOfTree(subject.pid), postgres: cpuOfTree(postgres.pid) });
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

const pair = (ones: readonly Cost[], others: readonly Cost[], of: (cost: Cost) => number) =>
  intervalOf(ones.map((one, index) => of(one) / of(others[index] ?? one)));

type Run = { subject: Subject; costs: Cost[] };

function compareWith(after: Run, { subject, costs }: Run, workload: Workload): Comparison {
  return {
    workload,
    before: subject.name,
    pairs: costs.length,
    work: pair(costs, after.costs, cpu),
    rate: pair(after.costs, costs, ({ perSecond }) => perSecond),
    costs: { before: costs, after: after.costs },
  };
}

const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);

/** A burst of each in turn, several times, in a new order every time: what slows the machine down for a while slows all. */
async function measurePair(runs: readonly Run[], workload: Workload, bench: Bench): Promise<void> {
  const taken = runs.map((run) => ({ run, bursts: new Array<Usage>() }));
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { run, bursts } of shuffled(taken)) {
      bursts.push(await measure(run.subject, workload, bench));
    }
  }
  taken.forEach(({ run, bursts }) => run.costs.push(costOf(bursts)));
}

type Subjects = { after: Subject; others: readonly Subject[] };

/** One workload on all versions; what is measured first warms up and is not counted. */
async function compareOn(
  workload: Workload,
  { after, others }: Subjects,
  { pairs, most, ...bench }: Plan & Bench,
): Promise<Comparison[]> {
  const runOf = (subject: Subject): Run => ({ subject, costs: [] });
  await measurePair([after, ...others].map(runOf), workload, bench);
  const ours = runOf(after);
  const theirs = others.map(runOf);
  for (;;) {
    await measurePair([ours, ...theirs], workload, bench);
    const count = ours.costs.length;
    const comparisons = theirs.map((run) => compareWith(ours, run, workload));
    const isNarrow = comparisons.every(({ work }) => widthOf(work) <= widest);
    if (count >= most || (count >= pairs && isNarrow)) {
      return comparisons;
    }
  }
}

/**
 * Compares a version with each of those before it, and with itself in another process: what that finds is the measurement's
 * own error. All run at once, each on a database of its own in one PostgreSQL, and are measured one after the other.
 */
export async function compare(
  plan: Plan,
  tell: (comparisons: Comparison[]) => void,
): Promise<Comparison[]> {
  await using postgres = await startPostgres();
  await using postmark = await fakePostmark();
  await using started = new AsyncDisposableStack();
  const surroundings = { postgres, postmark, size: plan.size };
  const start = async (version: Version, number: number) =>
    started.use(await startSubject(version, number, surroundings));
  const after = await start(plan.after, 0);
  const others: Subject[] = [];
  for (const version of [...plan.before, { ...plan.after, name: 'itself' }]) {
    others.push(await start(version, others.length + 1));
  }
  const all: Comparison[] = [];
  for (const workload of workloads) {
    const comparisons = await compareOn(workload, { after, others }, { ...plan, postgres });
    tell(comparisons);
    all.push(...comparisons);
  }
  return all;
}
