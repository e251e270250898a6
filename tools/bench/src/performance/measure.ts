import { percentile, residentMegabytes } from '@namecard/testing';
import { load, type Load } from './load.ts';
import type { Options } from './options.ts';
import { peopleIn, type Person } from './people.ts';
import { pgbench } from './pgbench.ts';
import type { Workload } from './requests.ts';
import { startSide, type RunningSide, type SideName } from './side.ts';
import { signIn } from './sign-in.ts';
import { cpuSeconds } from './usage.ts';

export type Figures = {
  perSecond: number;
  /** Milliseconds; of pgbench unknown. */
  median?: number;
  p99?: number;
  /** Microseconds of the server process's CPU, its own and the system's for it, for each request. */
  cpu?: number;
  /** Megabytes that the server process holds after the round. */
  memory?: number;
};

export type Measurement = Figures & {
  size: number;
  workload: Options['workloads'][number];
  side: Options['sides'][number];
  round: number;
  /** The machine's load average when it ended. */
  busy: number;
};

export type Subject = { side: RunningSide; databaseUrl: string; size: number; people: Person[] };

/** Starts a side on a database of so many profiles. */
export async function startSubject(
  name: SideName,
  databaseUrl: string,
  size: number,
  flags: string[] = [],
): Promise<Subject> {
  const people = name === 'better-auth' ? [] : await peopleIn(databaseUrl);
  return { side: await startSide(name, databaseUrl, flags), databaseUrl, size, people };
}

/** One round of one side. */
export async function measure(
  { side, databaseUrl, size, people }: Subject,
  workload: Measurement['workload'],
  { seconds, connections, 'sign-ins': users }: Options,
): Promise<Figures> {
  const { pid, origin, name } = side;
  const before = cpuSeconds(pid);
  const result: Load =
    workload === 'sign-in'
      ? (await signIn(side, databaseUrl, { users, connections })).together
      : await load({
          kind: 'workload',
          side: name,
          origin,
          connections,
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
    cpu: ((cpuSeconds(pid) - before) / requests) * 1_000_000,
    memory: residentMegabytes(pid),
  };
}

/** One round of the database alone: what no service in front of it can pass. */
export async function measureLimit(
  workload: Workload,
  { databaseUrl, size, seconds }: { databaseUrl: string; size: number; seconds: number },
): Promise<Figures> {
  return { perSecond: await pgbench(workload, { databaseUrl, size, seconds }) };
}
