import { setTimeout as sleep } from 'node:timers/promises';
import {
  fetchJson,
  nodeFlags,
  runService,
  startLoad,
  type ServiceProcess,
  type SteadyLoad,
} from '@namecard/testing';
import type { Scenario } from '../abuse/scenario.ts';
import { seed } from '../abuse/subject.ts';
import type { Figure } from '../figures.ts';
import { productionSettings } from '../sign-in/fixture/fixture.ts';
import { freePorts } from '../free-ports.ts';
import { startNginx } from './nginx.ts';

/** Clients; each is another user. */
const clients = 16;

/** Milliseconds until nginx asks an instance again that was gone: `fail_timeout` and a little. */
const nginxWaits = 11_000;

const callsToMake = (short: boolean) => (short ? 1_000 : 20_000);

/** Two reads and two writes by turns, neither of which may be done twice. */
function startUsing(origin: string, tokens: string[]): SteadyLoad {
  return startLoad(origin, clients, (client, before) => {
    const token = tokens[client] ?? '';
    const username = `client-${client}-${before}`;
    const calls = [
      { path: '/api/v1/users/me' },
      { path: '/api/v1/profiles?limit=5' },
      { path: '/api/v1/users/me', method: 'PATCH', json: { worldId: String(before) } },
      { path: '/api/v1/profiles', method: 'POST', json: { username, referral: '' } },
    ];
    return { path: '/healthz', token, ...calls[before % calls.length] };
  });
}

/** Replaces what serves again and again until so many calls were made, once at least. */
async function replaceUnder(
  load: SteadyLoad,
  calls: number,
  replace: (times: number) => Promise<void>,
): Promise<Figure[]> {
  const began = performance.now();
  let times = 0;
  do {
    await replace(times);
    times += 1;
  } while (load.calls < calls);
  await load.stop();
  const seconds = (performance.now() - began) / 1_000;
  for (const failure of new Set(load.failures)) console.error(failure);
  return [
    { name: 'calls', value: load.calls, atLeast: calls },
    { name: 'failed', value: load.failures.length, atMost: 0 },
    { name: 'times replaced', value: times, atLeast: 1 },
    { name: 'calls a second', value: load.calls / seconds },
    { name: 'slowest', value: load.slowest, unit: 'ms' },
  ];
}

/** No mail is sent. */
const settingsOn = (databaseUrl: string) =>
  productionSettings(databaseUrl, { url: 'http://127.0.0.1:9' });

const bySighup: Scenario = {
  name: 'sighup',
  run: async ({ databaseUrl, short }) => {
    const tokens = await seed(databaseUrl, { users: clients, profiles: 0 });
    await using service = runService(settingsOn(databaseUrl), {
      flags: nodeFlags,
      args: ['--workers', '2'],
    });
    const { origin } = await service.ready;
    const load = startUsing(origin, tokens);
    const figures = await replaceUnder(load, callsToMake(short), async (times) => {
      process.kill(service.pid, 'SIGHUP');
      while (service.stdout().split('all workers are replaced').length < times + 2) {
        await sleep(100);
      }
    });
    if (load.failures.length > 0) console.error(service.stdout());
    return [
      ...figures,
      { name: 'exit code', value: Number(await service.stop()), atMost: 0 },
    ];
  },
};

/** Ends an instance while nginx, asked whether it is ready, finds out that it is not. */
async function endBehind(origin: string, instance: ServiceProcess): Promise<void> {
  const over = new AbortController();
  const ended = instance.stop().finally(() => over.abort());
  while (!over.signal.aborted) {
    await fetchJson(`${origin}/readyz`);
    await sleep(100);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`An instance ended with ${code}`);
}

const behindNginx: Scenario = {
  name: 'nginx',
  run: async ({ databaseUrl, short }) => {
    const tokens = await seed(databaseUrl, { users: clients, profiles: 0 });
    await using running = new AsyncDisposableStack();
    const [nginxPort = 0, first = 0, second = 0] = await freePorts(3);
    const ports = [first, second] as const;
    const start = async (port: number) => {
      const settings = {
        ...settingsOn(databaseUrl),
        PORT: String(port),
        SHUTDOWN_DELAY: '5',
      };
      const instance = running.use(runService(settings, { flags: nodeFlags }));
      await instance.ready;
      return instance;
    };
    const instances = await Promise.all(ports.map(start));
    const { origin } = running.use(await startNginx(nginxPort, ports));
    const load = startUsing(origin, tokens);
    return await replaceUnder(load, callsToMake(short), async (times) => {
      const index = times % 2 === 0 ? 0 : 1;
      const [old] = instances.splice(index, 1);
      if (old) await endBehind(origin, old);
      instances.splice(index, 0, await start(ports[index]));
      await sleep(nginxWaits);
    });
  },
};

export const replacing = [bySighup, behindNginx];
