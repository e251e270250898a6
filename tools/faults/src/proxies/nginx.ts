import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { exactly, holds, type Figure } from '../harness/figures.ts';
import { startNginx } from '../harness/nginx.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService } from '../harness/start-service.ts';

const token = 'a-token-for-metrics';

/** Paths that the service answers with its metrics. */
const served = ['/metrics', '/metrics/', '/%6Detrics', '/%6Detrics/'];

/** Similar paths. */
const similar = [
  '//metrics',
  '/metrics//',
  '/METRICS',
  '/metrics%2F',
  '/%256Detrics',
  '/metrics;a',
];

export const documentedNginx: Scenario = {
  name: 'nginx',
  promise: 'docs/run/nginx.conf hides the metrics and asks an instance that is ready',
  needs: ['/usr/sbin/nginx'],
  run: async ({ databaseUrl }) => {
    await using service = await startService(databaseUrl, {
      instances: 2,
      settings: { METRICS_TOKEN: token, SHUTDOWN_DELAY: '60' },
    });
    const [first, second = first] = service.instances;
    await using nginx = await startNginx([first.port, second.port]);
    const statusOf = async (origin: string, path: string) =>
      (await ask(`${origin}${path}`, { token })).status;

    const figures: Figure[] = [];
    for (const path of served) {
      const direct = await statusOf(first.origin, path);
      figures.push(exactly(`${path}, asked directly`, direct, 200));
    }
    for (const path of [...served, ...similar]) {
      figures.push(exactly(`${path} by nginx`, await statusOf(nginx.origin, path), 404));
    }
    const stopping = first.stop();
    while ((await statusOf(first.origin, '/readyz')) !== 503) await sleep(50);
    const answers = [
      await statusOf(nginx.origin, '/readyz/'),
      await statusOf(nginx.origin, '/readyz/'),
    ];
    await first.stop('SIGKILL');
    await stopping;
    const isReady = answers.every((status) => status === 200);
    return [...figures, holds('another instance is asked while one ends', isReady)];
  },
};
