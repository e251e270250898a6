import { setTimeout as sleep } from 'node:timers/promises';
import { answerFigures, lostFigures } from '../harness/book.ts';
import type { Figure } from '../harness/figures.ts';
import { startLoad } from '../harness/load.ts';
import { freshEmail, signIn } from '../harness/people.ts';
import { startService, unlimited, type Service } from '../harness/start-service.ts';

/** Concurrent users. */
const users = 12;

/** The fraction of answers that may be 503. */
const fewest = 0.001;

export async function signInAll({ origin, inbox }: Service): Promise<string[]> {
  const signingIn = Array.from({ length: users }, () =>
    signIn(origin, inbox, freshEmail('user')),
  );
  return Promise.all(signingIn);
}

/** Runs two instances at a database address and checks the answers. */
export async function useAt(
  databaseUrl: string,
  { seconds }: { seconds: number },
): Promise<Figure[]> {
  const wishes = { instances: 2, settings: unlimited };
  await using service = await startService(databaseUrl, wishes);
  const load = startLoad(service, await signInAll(service));
  await sleep(seconds * 1_000);
  await load.stop();
  return [
    ...answerFigures(load.answers, { unavailable: fewest }),
    ...(await lostFigures(load, service)),
  ];
}
