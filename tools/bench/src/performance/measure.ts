import { percentile, residentMegabytes } from '@namecard/testing';
import { cpuOfTree } from '../compare/cpu.ts';
import { load, type Load } from './load.ts';
import type { Options } from './options.ts';
import { peopleIn, type Person } from './people.ts';
import { startSide, type RunningSide, type SideName } from './side.ts';
import { signIn } from './sign-in.ts';

export type Figures = {
  perSecond: number;
  /** Milliseconds; of pgbench unknown. */
  median?: number;
  p99?: number;
  /** Microseconds of the server processes' CPU, their own and the system's for them, for each request. */
  cpu?: number;
  /** Megabytes that the server processes hold after the round. */
  memory?: number;
};

export type Workload = Options['workloads'][number];

/** What is measured in pairs. */
export type Case = {
  size: number;
  workload: Workload;
  callers: number;
  rate: Options['rate'][number];
};

export type Measurement = Figures &
  Case & {
    side: 'service' | Options['peers'][number];
    pair: number;
    /** The machine's load average when it ended. */
    busy: number;
  };

export type Subject = {
  side: RunningSide;
  databaseUrl: string;
  size: number;
  people: Person[];
};

/** Starts a side on a database of so many profiles. */
export async function startSubject(
  name: SideName,
  databaseUrl: string,
  size: number,
  how: { flags?: string[]; instances?: number } = {},
): Promise<Subject> {
  const people = name === 'better-auth' ? [] : await peopleIn(databaseUrl);
  return { side: await startSide(name, databaseUrl, how), databaseUrl, size, people };
}

const sumOf = (pids: readonly number[], of: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

type Asked = {
  workload: Workload;
  callers: number;
  /** A second; as many as are answered unless it is given. */
  rate?: number | undefined;
};

/** One slice of one side. */
export async function measure(
  { side, databaseUrl, size, people }: Subject,
  { workload, callers, rate }: Asked,
  { seconds, 'sign-ins': most }: Pick<Options, 'seconds' | 'sign-ins'>,
): Promise<Figures> {
  const { pids, origins, name } = side;
  const users = rate === undefined ? most : Math.ceil(rate * seconds);
  const before = sumOf(pids, cpuOfTree);
  const result: Load =
    workload === 'sign-in'
      ? // Two calls for each.
        (await signIn(side, databaseUrl, { users, callers, rate: rate && rate * 2 }))
          .together
      : await load({
          kind: 'workload',
          side: name,
          origins,
          callers,
          rate,
          workload,
          size,
          people,
          seconds,
        });
  const { requests, seconds: taken, latencies } = result;
  return {
    perSecond: requests / taken,
    median: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    cpu: ((sumOf(pids, cpuOfTree) - before) / requests) * 1_000_000,
    memory: sumOf(pids, residentMegabytes),
  };
}

/** Pairs, or rounds of more than two, the order turned round every time, as a machine that slows down slows all. */
export const ordersOf = <Item>(items: readonly Item[], pairs: number) =>
  Array.from({ length: pairs }, (_, index) => ({
    pair: index + 1,
    order: index % 2 === 0 ? items : items.toReversed(),
  }));
