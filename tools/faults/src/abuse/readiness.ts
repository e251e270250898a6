import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '@namecard/testing';
import { ask, type Answer } from '../harness/ask.ts';
import { none } from '../harness/figures.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService } from '../harness/start-service.ts';
import { startAttack } from './attack.ts';

/** Asks every second like a load balancer, however slow the last answer is. */
async function probe(origin: string, seconds: number) {
  const probes: Promise<Answer | undefined>[] = [];
  for (let second = 0; second < seconds; second += 1) {
    const probing = ask(`${origin}/readyz`).catch((error: unknown) => {
      console.error('A probe was not answered', error);
      return undefined;
    });
    probes.push(probing);
    await sleep(1_000);
  }
  return Promise.all(probes);
}

/** A crowd of people in different networks, who wait when told to. */
export const readiness: Scenario = {
  name: 'abuse/readiness',
  promise: 'a balancer finds the instance ready while a crowd asks',
  run: async ({ databaseUrl, short }) => {
    const [arrival, seconds, users] = short ? [1, 2, 200] : [10, 60, 5_000];
    const people = { users, profiles: 100 };
    await using service = await startService(databaseUrl, { people });
    const asks = service.tokens.map((token, index) => ({
      path: '/api/v1/users/me',
      token,
      ip: `10.${Math.floor(index / 250)}.${index % 250}.1`,
    }));
    const crowd = { kind: 'loops', asks, keepsRetryAfter: true, arrival } as const;
    const attack = await startAttack({ origin: service.origin, ...crowd });
    const answers = await probe(service.origin, arrival + seconds);
    const { sent, statuses } = await attack.stop();
    const milliseconds = answers.map(
      (answer) => answer?.milliseconds ?? Number.POSITIVE_INFINITY,
    );
    const beside = milliseconds.slice(arrival);
    const unready = answers.filter((answer) => answer?.status !== 200).length;
    return [
      {
        name: '/readyz while they come, most',
        value: Math.max(...milliseconds.slice(0, arrival)),
        unit: 'ms',
      },
      {
        name: '/readyz beside them, median',
        value: percentile(beside, 0.5),
        unit: 'ms',
      },
      {
        name: '/readyz beside them, p99',
        value: percentile(beside, 0.99),
        unit: 'ms',
        atMost: 100,
      },
      none('/readyz, other than 200', unready),
      { name: 'requests of the crowd', value: sent },
      ...Object.entries(statuses).map(([status, value]) => ({
        name: `answered ${status}`,
        value,
      })),
    ];
  },
};
