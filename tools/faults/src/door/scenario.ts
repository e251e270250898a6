import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { exactly, holds, none, type Figure } from '../harness/figures.ts';
import { documentedHaproxy } from '../harness/haproxy.ts';
import { startNginx } from '../harness/nginx.ts';
import { watchMemory } from '../harness/watch-memory.ts';
import type { Scenario } from '../harness/scenario.ts';
import { startService, type Service } from '../harness/start-service.ts';
import { callBeside, upload } from './callers.ts';
import type { Told } from './flood-process.ts';
import { type Flood, floods } from './floods.ts';

/** Milliseconds of a flood, of calls alone, and until all must be as before. */
const lasting = { flood: 12_000, alone: 5_000, recovery: 10_000 };

/** Milliseconds after a stopped service goes on, from which others are answered. */
const catchingUp = 8_000;

const program = fileURLToPath(new URL('flood-process.ts', import.meta.url));

/** Plays one flood, which ends by itself. */
async function play(flood: Flood, origin: string, pid: number) {
  const child = fork(program);
  const tell = (told: Told) => child.send(told);
  const opened = once(child, 'message');
  tell({ flood, origin });
  if (flood.stops) {
    await opened;
    process.kill(pid, 'SIGSTOP');
    tell('send');
    await sleep(1_000).finally(() => process.kill(pid, 'SIGCONT'));
    await sleep(catchingUp);
  }
  return {
    end: async (): Promise<unknown> => {
      const reported = once(child, 'message');
      tell('end');
      const [report] = await reported;
      child.kill('SIGKILL');
      return report;
    },
  };
}

async function figuresOf(flood: Flood, { service, origin }: Held): Promise<Figure[]> {
  const { tokens, instances } = service;
  const token = tokens.at(-1) ?? '';
  const pid = instances[0].pid();
  const alone = await callBeside(origin, token, sleep(lasting.alone));
  const over = new AbortController();
  const memory = watchMemory(pid, over.signal);
  const uploads = flood.stops ? [] : [upload(origin), upload(origin)];
  const playing = await play(flood, origin, pid);
  const beside = await callBeside(origin, token, sleep(lasting.flood));
  const statuses = await Promise.all(uploads);
  console.log(flood.name, 'got', await playing.end());
  await sleep(lasting.recovery);
  const after = await callBeside(origin, token, sleep(lasting.alone));
  over.abort();
  const most = Math.max(4 * alone.p95, alone.p95 + 100);
  return [
    { name: 'others alone, p50', value: alone.p50, unit: 'ms' },
    { name: 'others alone, p95', value: alone.p95, unit: 'ms' },
    { name: 'others beside it, p50', value: beside.p50, unit: 'ms' },
    { name: 'others beside it, p95', value: beside.p95, unit: 'ms', atMost: most },
    none(`others beside it, failed ${beside.failed}`.trim(), beside.failures),
    { name: 'others after it, p95', value: after.p95, unit: 'ms', atMost: most },
    none(`others after it, failed ${after.failed}`.trim(), after.failures),
    ...statuses.map((status) => exactly('an upload at 8 kB/s', status, 200)),
    { name: 'resident memory, most', value: await memory, unit: 'MB', atMost: 450 },
    holds('the process is the same one', instances[0].pid() === pid),
  ];
}

type Held = { service: Service; origin: string };
type Way = {
  name: 'direct' | 'nginx' | 'haproxy';
  needs: string[];
  start: (service: Service) => Promise<AsyncDisposable & { origin: string }>;
};

const ways: readonly Way[] = [
  {
    name: 'direct',
    needs: [],
    start: async ({ origin }) => ({ origin, [Symbol.asyncDispose]: async () => {} }),
  },
  {
    name: 'nginx',
    needs: ['/usr/sbin/nginx'],
    start: ({ instances: [{ port }] }) => startNginx([port, port]),
  },
  {
    name: 'haproxy',
    needs: ['/usr/sbin/haproxy'],
    start: ({ instances: [{ port }] }) => documentedHaproxy(port),
  },
];

/** What a stranger can send before anybody reads it. */
const through = ({ name, needs, start }: Way, flood: Flood): Scenario => ({
  name: `door/${name}/${flood.key}`,
  promise: `nobody else and no process is stopped by ${flood.name}`,
  needs: [...needs, '/usr/bin/unshare', '/usr/sbin/ip'],
  needsNetwork: true,
  run: async ({ databaseUrl }) => {
    await using service = await startService(databaseUrl, {
      people: { users: 10, profiles: 100 },
      settings: {
        LIMIT_SEND_PER_IP: '0',
        TRUST_PROXY: name === 'direct' ? '' : '127.0.0.1',
      },
    });
    await using front = await start(service);
    return await figuresOf(flood, { service, origin: front.origin });
  },
});

export const door: Scenario[] = ways.flatMap((way) =>
  floods.map((flood) => through(way, flood)),
);
