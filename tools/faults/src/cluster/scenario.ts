import { setTimeout as sleep } from 'node:timers/promises';
import { answerFigures, longestGap, lostFigures, type Period } from '../harness/book.ts';
import type { Figure } from '../harness/figures.ts';
import { startLoad, type Book } from '../harness/load.ts';
import { signInAll } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService } from '../harness/start-service.ts';
import { startCluster, timing, type Cluster } from './cluster.ts';

const clients = 12;

/** Milliseconds of use before and after each strike. */
const calm = 10_000;

/** A failure of the database. */
type Strike = {
  name: string;
  /** Returns a function that repairs it. */
  begin(cluster: Cluster): Promise<(() => Promise<void> | void) | void>;
  /** Seconds until it is repaired. */
  lasts: number;
  /** Seconds for which a kind of call may fail. */
  most: number;
};

const strikes: Strike[] = [
  {
    name: 'switchover',
    begin: (cluster) => cluster.switchOver(),
    lasts: 20,
    most: 5,
  },
  {
    name: 'primary killed',
    begin: async (cluster) => {
      const primary = await cluster.primary();
      await primary.kill();
      return () => primary.start();
    },
    lasts: 50,
    most: timing.ttl + 5,
  },
  {
    name: 'primary frozen',
    begin: async (cluster) => {
      const primary = await cluster.primary();
      await primary.signal('SIGSTOP');
      return () => primary.signal('SIGCONT');
    },
    lasts: 45,
    most: 25,
  },
];

/** The longest wait of a promised mail, from full recovery on. NaN if one never came. */
function longestWait({ mails }: Book, period: Period, from: number): number {
  const waits = mails
    .filter(
      ({ promisedAt, cameAt = NaN }) =>
        promisedAt < period.ended && !(cameAt <= period.began),
    )
    .map(({ promisedAt, cameAt = NaN }) => cameAt - Math.max(promisedAt, from));
  return Math.max(...waits);
}

function figuresOf({ name, most }: Strike, book: Book, period: Period): Figure[] {
  const within = book.answers.filter(({ at }) => at > period.began && at < period.ended);
  const gap = longestGap(within, period);
  const measured: Figure[] = [
    {
      name: 'longest time for which a call did not work',
      value: (gap.ended - gap.began) / 1_000,
      unit: 's',
      atMost: most,
    },
    {
      name: 'longest wait for a mail from then on',
      value: longestWait(book, period, gap.ended) / 1_000,
      unit: 's',
      atMost: 15,
    },
  ];
  return [...measured, ...answerFigures(within)].map((figure) => ({
    ...figure,
    name: `${name}: ${figure.name}`,
  }));
}

/** Three PostgreSQL under Patroni with etcd. HAProxy gives them one address. */
export const failover: Scenario = {
  name: 'cluster',
  promise: 'a failover takes seconds, and nothing acknowledged is lost',
  run: async ({ short }) => {
    await using cluster = await startCluster();
    await cluster.untilWhole();
    await using service = await startService(cluster.url, { instances: 2 });
    const load = startLoad(service, await signInAll(service, clients));
    await sleep(calm);
    const struck: { strike: Strike; period: Period }[] = [];
    for (const strike of short ? strikes.slice(0, 2) : strikes) {
      const began = Date.now();
      const mend = await strike.begin(cluster);
      await sleep(strike.lasts * 1_000);
      await mend?.();
      await sleep(calm);
      struck.push({ strike, period: { began, ended: Date.now() } });
      await cluster.untilWhole();
    }
    await load.stop();
    const figures = struck.flatMap(({ strike, period }) =>
      figuresOf(strike, load, period),
    );
    return [...figures, ...(await lostFigures(load, service))];
  },
};
