import { setTimeout as sleep } from 'node:timers/promises';
import { answerFigures, lostFigures } from '../harness/book.ts';
import type { Figure } from '../harness/figures.ts';
import { startLoad } from '../harness/load.ts';
import { signInAll } from '../harness/people.ts';
import { startPgbouncer } from '../harness/pgbouncer.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService } from '../harness/start-service.ts';
import { followAdvice, limitFigure, spoilSessions } from './sessions.ts';
import { fallSilent } from './silence.ts';

/** Concurrent users. */
const users = 12;

/** The fraction of answers that may be 503. */
const fewest = 0.001;

/** Runs two instances at a database address and checks the answers. */
async function useAt(databaseUrl: string, seconds: number): Promise<Figure[]> {
  await using service = await startService(databaseUrl, { instances: 2 });
  const load = startLoad(service, await signInAll(service, users));
  await sleep(seconds * 1_000);
  await load.stop();
  return [
    ...answerFigures(load.answers, { unavailable: fewest }),
    ...(await lostFigures(load, service)),
  ];
}

export const databases: Scenario[] = [
  {
    name: 'pooler',
    promise: 'PgBouncer in transaction mode: nothing lost, 0.1 % of 503 at most',
    run: async ({ databaseUrl, short }) => {
      await spoilSessions(databaseUrl);
      await using pooler = await startPgbouncer(databaseUrl);
      const advised = await followAdvice(databaseUrl, pooler.url);
      const used = await useAt(pooler.url, short ? 4 : 60);
      return [...advised, await limitFigure(pooler.url), ...used];
    },
  },
  {
    name: 'silence',
    promise: '30 s after all connections fall silent, people are served again',
    run: ({ databaseUrl }) => fallSilent(databaseUrl),
  },
];
