import type { Databases } from './database.ts';
import { measure, measureLimit, startSubject, type Measurement, type Subject } from './measure.ts';
import type { Options } from './options.ts';
import { requireSameAnswers } from './same-answers.ts';
import { countStatements, type StatementCounts } from './statements.ts';
import { loadAverage } from './usage.ts';

export type Results = {
  measurements: Measurement[];
  /** What signing one user in takes of the database. */
  statements: StatementCounts[];
};

type Urls = { service: string; betterAuth: string };

async function startAll({ service, betterAuth }: Urls, size: number, { sides }: Options) {
  const subjects: Subject[] = [];
  for (const name of sides) {
    if (name !== 'pgbench') {
      const databaseUrl = name === 'better-auth' ? betterAuth : service;
      subjects.push(await startSubject(name, databaseUrl, size));
    }
  }
  return subjects;
}

async function requireLikeness(subjects: Subject[]): Promise<void> {
  const service = subjects.find(({ side }) => side.name === 'service');
  const byHand = subjects.find(({ side }) => side.name === 'hand-written');
  if (service && byHand) {
    await requireSameAnswers(service, byHand);
  }
}

/** better-auth knows nothing of profiles. */
const takesPart = (name: string, workload: Measurement['workload']) =>
  name !== 'better-auth' || workload === 'read oneself' || workload === 'sign-in';

function print({ size, workload, side, round, perSecond, ...rest }: Measurement): void {
  const { median = Number.NaN, p99 = Number.NaN, cpu = Number.NaN, memory = Number.NaN } = rest;
  const figures = `${perSecond.toFixed(0).padStart(6)}/s  p50 ${median.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms  CPU ${cpu.toFixed(0)} µs  ${memory.toFixed(0)} MB`;
  console.log(`${size} ${workload} ${round} ${side.padEnd(12)} ${figures}  load ${rest.busy}`);
}

/** One workload's rounds: each side in turn, the order turned round every time, as a machine that slows down slows all. */
async function alternate(
  subjects: Subject[],
  workload: Measurement['workload'],
  options: Options,
  take: (measurement: Measurement) => void,
): Promise<void> {
  const partaking = subjects.filter(({ side }) => takesPart(side.name, workload));
  for (const subject of partaking) {
    await measure(subject, workload, { ...options, seconds: options['warm-up'] });
  }
  for (let round = 1; round <= options.rounds; round += 1) {
    for (const subject of round % 2 === 1 ? partaking : partaking.toReversed()) {
      const figures = await measure(subject, workload, options);
      const { side, size } = subject;
      take({ size, workload, side: side.name, round, ...figures, busy: loadAverage() });
    }
  }
}

async function measureSize(databases: Databases, size: number, options: Options) {
  const urls = {
    service: await databases.service(size),
    betterAuth: options.sides.includes('better-auth') ? await databases.betterAuth(size) : '',
  };
  const measurements: Measurement[] = [];
  const take = (measurement: Measurement) => {
    measurements.push(measurement);
    print(measurement);
  };
  const subjects = await startAll(urls, size, options);
  try {
    await requireLikeness(subjects);
    for (const workload of options.workloads) {
      await alternate(subjects, workload, options, take);
      if (workload !== 'sign-in' && options.sides.includes('pgbench')) {
        const limit = { databaseUrl: urls.service, size, seconds: options.seconds };
        const figures = await measureLimit(workload, limit);
        take({ size, workload, side: 'pgbench', round: 1, ...figures, busy: loadAverage() });
      }
    }
  } finally {
    await Promise.all(subjects.map(({ side }) => side.stop()));
  }
  return { measurements, urls };
}

async function countForAll({ sides }: Options, urls: Urls): Promise<StatementCounts[]> {
  const counts: StatementCounts[] = [];
  for (const name of ['service', 'hand-written', 'better-auth'] as const) {
    if (sides.includes(name)) {
      counts.push(
        await countStatements(name, name === 'better-auth' ? urls.betterAuth : urls.service),
      );
    }
  }
  return counts;
}

/** Every workload at every size, side by side; what signing in asks of the database is counted once. */
export async function measureAll(databases: Databases, options: Options): Promise<Results> {
  const results: Results = { measurements: [], statements: [] };
  for (const size of options.sizes) {
    const { measurements, urls } = await measureSize(databases, size, options);
    results.measurements.push(...measurements);
    if (results.statements.length === 0 && options.workloads.includes('sign-in')) {
      results.statements.push(...(await countForAll(options, urls)));
    }
  }
  return results;
}
