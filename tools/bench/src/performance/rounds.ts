import type { Databases } from './database.ts';
import {
  measure,
  ordersOf,
  startSubject,
  type Case,
  type Measurement,
  type Subject,
  type Workload,
} from './measure.ts';
import type { Options } from './options.ts';
import { hasScript, pgbench } from './pgbench.ts';
import { requireSameAnswers } from './same-answers.ts';
import type { SideName } from './side.ts';
import { countStatements, type StatementCounts } from './statements.ts';
import { lookUp } from './targets.ts';
import { loadAverage } from './usage.ts';

export type Results = {
  measurements: Measurement[];
  /** What signing one user in takes of the database. */
  statements: StatementCounts[];
};

/** Slices by which the hand-written peer's best is found where it was not measured yet. */
const slicesForBest = 3;

/** Those that have to answer and to guarantee the same. */
const alike = new Set<SideName>(['service', 'itself', 'hand-written', 'pipelined']);

/** better-auth knows nothing of profiles. */
const takesPart = (name: SideName, workload: Workload) =>
  name !== 'better-auth' || workload === 'read oneself' || workload === 'sign-in';

/** Each on a database of its own, all copies of one: nobody delivers another's mail. */
async function startAll(
  databases: Databases,
  size: number,
  { peers, instances }: Options,
) {
  const subjects: Subject[] = [];
  for (const name of ['service', ...peers] as const) {
    if (name !== 'pgbench') {
      const url = await (name === 'better-auth'
        ? databases.betterAuth(size)
        : databases.service(size));
      subjects.push(await startSubject(name, url, size, { instances }));
    }
  }
  return subjects;
}

/** Gets what is known after each pair, so that a run that is broken off leaves its figures. */
type OnPair = (soFar: Results, last: Measurement) => void;

type Taken = Results & { onPair: OnPair };

/** What the hand-written peer did at its best, a second. */
async function bestByHand(
  subjects: Subject[],
  one: Case,
  { measurements }: Results,
  options: Options,
): Promise<number> {
  const found = lookUp(measurements)({ ...one, rate: 'full' }, 'hand-written');
  const rates = found.map(({ perSecond }) => perSecond);
  const byHand = subjects.find(({ side }) => side.name === 'hand-written');
  if (byHand) {
    while (rates.length < slicesForBest) {
      rates.push((await measure(byHand, { ...one, rate: undefined }, options)).perSecond);
    }
  }
  return Math.max(...rates);
}

/** One case's pairs, after everybody has been warmed up. */
async function measureCase(
  subjects: Subject[],
  one: Case,
  taken: Taken,
  options: Options,
) {
  const { workload, callers } = one;
  const partaking = subjects.filter(({ side }) => takesPart(side.name, workload));
  for (const subject of partaking) {
    await measure(
      subject,
      { workload, callers },
      { ...options, seconds: options['warm-up'] },
    );
  }
  const half = async () => (await bestByHand(subjects, one, taken, options)) / 2;
  const rate =
    one.rate === 'full' ? undefined : one.rate === 'half' ? await half() : one.rate;
  for (const { order, pair } of ordersOf(partaking, options.pairs)) {
    for (const subject of order) {
      const figures = await measure(subject, { workload, callers, rate }, options);
      const { name: side } = subject.side;
      taken.measurements.push({ ...one, side, pair, ...figures, busy: loadAverage() });
    }
    taken.measurements.slice(-1).forEach((last) => taken.onPair(taken, last));
  }
}

const casesOf = ({ workloads, callers, rate }: Options, size: number): Case[] =>
  workloads.flatMap((workload) =>
    callers.flatMap((number) =>
      rate.map((each) => ({ size, workload, callers: number, rate: each })),
    ),
  );

/** What no service in front of the database can pass, once. */
async function measureLimits(
  databaseUrl: string,
  size: number,
  taken: Taken,
  options: Options,
) {
  const {
    workloads,
    callers: [callers = 20],
    seconds,
  } = options;
  for (const workload of workloads) {
    if (workload !== 'sign-in' && hasScript(workload)) {
      const perSecond = await pgbench(workload, { databaseUrl, size, seconds });
      taken.measurements.push({
        size,
        workload,
        callers,
        rate: 'full',
        side: 'pgbench',
        pair: 1,
        perSecond,
        busy: loadAverage(),
      });
    }
  }
}

async function measureSize(
  databases: Databases,
  size: number,
  taken: Taken,
  options: Options,
) {
  const subjects = await startAll(databases, size, options);
  try {
    await requireSameAnswers(subjects.filter(({ side }) => alike.has(side.name)));
    for (const one of casesOf(options, size)) {
      await measureCase(subjects, one, taken, options);
    }
    const [{ databaseUrl } = { databaseUrl: '' }] = subjects;
    if (options.peers.includes('pgbench')) {
      await measureLimits(databaseUrl, size, taken, options);
    }
  } finally {
    await Promise.all(subjects.map(({ side }) => side.stop()));
  }
  return subjects;
}

const counted = new Set<SideName>(['service', 'hand-written', 'better-auth']);

/** Every workload at every size, side by side; what signing in asks of the database is counted once. */
export async function measureAll(
  databases: Databases,
  options: Options,
  onPair: OnPair,
): Promise<Results> {
  const results: Results = { measurements: [], statements: [] };
  for (const size of options.sizes) {
    const subjects = await measureSize(databases, size, { ...results, onPair }, options);
    if (results.statements.length === 0 && options.workloads.includes('sign-in')) {
      for (const { side, databaseUrl } of subjects) {
        if (counted.has(side.name)) {
          results.statements.push(await countStatements(side.name, databaseUrl));
        }
      }
    }
  }
  return results;
}
