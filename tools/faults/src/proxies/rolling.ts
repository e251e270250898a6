import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { answerFigures, lostFigures } from '../harness/book.ts';
import { none, type Figure } from '../harness/figures.ts';
import { beforeServices, startHaproxy } from '../harness/haproxy.ts';
import { everything, startLoad } from '../harness/load.ts';
import { startNginx } from '../harness/nginx.ts';
import type { Scenario } from '../harness/scenario.ts';
import {
  byTurns,
  startService,
  unlimited,
  type Instance,
} from '../harness/start-service.ts';

/** Clients, each with another user. */
const clients = 16;

/** Milliseconds: a little above nginx's `fail_timeout`. */
const nginxWaits = 11_000;

/**
 * Ends an instance while asking for `/readyz`, from which nginx learns that it is
 * not ready.
 */
async function end(origin: string, instance: Instance): Promise<number> {
  const over = new AbortController();
  const ended = instance.stop().finally(() => over.abort());
  while (!over.signal.aborted) {
    await ask(`${origin}/readyz`);
    await sleep(100);
  }
  return Number(await ended);
}

type Front = {
  name: string;
  needs: readonly string[];
  start: (
    ports: readonly [number, number],
  ) => Promise<AsyncDisposable & { origin: string }>;
};

const nginx: Front = {
  name: 'rolling/nginx',
  needs: ['/usr/sbin/nginx'],
  start: startNginx,
};

/** It asks each instance every second whether it is ready. */
const haproxy: Front = {
  name: 'rolling/haproxy',
  needs: ['/usr/sbin/haproxy'],
  start: (ports) => {
    const checks = 'check inter 1s fall 2 rise 1';
    const addresses = ports.map((port) => `127.0.0.1:${port} ${checks}`);
    const settings = beforeServices(addresses);
    return startHaproxy((port) => `${settings(port)}  option httpchk GET /readyz\n`);
  },
};

const replacing = ({ name, needs, start }: Front): Scenario => ({
  name,
  promise: 'no call fails while instances are replaced one by one',
  needs,
  run: async ({ databaseUrl, short }) => {
    const calls = short ? 1_000 : 20_000;
    await using service = await startService(databaseUrl, {
      instances: 2,
      people: { users: clients, profiles: 0 },
      settings: { ...unlimited, SHUTDOWN_DELAY: '5' },
    });
    const { instances, inbox, tokens } = service;
    const [first, second = first] = instances;
    await using front = await start([first.port, second.port]);
    const { origin } = front;
    const load = startLoad({ inbox, origins: [origin] }, tokens, {
      kinds: everything,
      rest: 0,
    });
    const began = performance.now();
    const endings: number[] = [];
    do {
      const instance = byTurns(instances, endings.length);
      endings.push(await end(origin, instance));
      await instance.start();
      await sleep(nginxWaits);
    } while (load.answers.length < calls || endings.length < 2);
    await load.stop();
    const seconds = (performance.now() - began) / 1_000;
    const figures: Figure[] = [
      { name: 'calls', value: load.answers.length, atLeast: calls },
      { name: 'calls a second', value: load.answers.length / seconds },
      { name: 'times replaced', value: endings.length, atLeast: 2 },
      none(
        'instances that ended with an error',
        endings.filter((code) => code !== 0).length,
      ),
      {
        name: 'slowest call',
        value: Math.max(...load.answers.map(({ milliseconds }) => milliseconds)),
        unit: 'ms',
      },
    ];
    return [
      ...figures,
      ...answerFigures(load.answers, { unavailable: 0 }),
      ...(await lostFigures(load, { origin, inbox })),
    ];
  },
});

export const rolling: Scenario[] = [replacing(nginx), replacing(haproxy)];
