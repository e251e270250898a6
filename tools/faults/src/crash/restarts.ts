import { setTimeout as sleep } from 'node:timers/promises';
import { answerFigures, lostFigures } from '../harness/book.ts';
import { startLoad } from '../harness/load.ts';
import { signInAll } from '../harness/people.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService, type Instance } from '../harness/start-service.ts';

type Victim = 'service' | 'database';

/** Concurrent users. */
const users = 8;

/** Calls until it is killed, with several in progress. */
const callsBetween = () => 20 + Math.floor(Math.random() * 150);

/** Kills without warning, like `kill -9`, and starts the service again. */
async function strike(victim: Victim, instance: Instance): Promise<void> {
  const postmaster = instance.postmasterPid();
  if (victim === 'database' && postmaster !== undefined) {
    process.kill(postmaster, 'SIGKILL');
    await instance.stop();
  } else {
    await instance.stop('SIGKILL');
  }
  await instance.start();
}

const killing = (victim: Victim): Scenario => ({
  name: `crash/${victim}`,
  promise: `nothing acknowledged is lost when the ${victim} is killed`,
  run: async ({ short }) => {
    const kills = short ? 2 : 10;
    await using service = await startService(undefined);
    const load = startLoad(service, await signInAll(service, users));
    for (let killed = 0; killed < kills; killed += 1) {
      const calls = load.answers.length + callsBetween();
      while (load.answers.length < calls) await sleep(1);
      await strike(victim, service.instances[0]);
    }
    await sleep(1_000);
    await load.stop();
    return [
      { name: 'kills', value: kills },
      ...answerFigures(load.answers, { mayBreak: true }),
      ...(await lostFigures(load, service)),
    ];
  },
});

export const restarts: Scenario[] = [killing('service'), killing('database')];
