import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { residentMegabytes } from '@namecard/testing';
import { exactly, holds, none, type Figure } from '../harness/figures.ts';
import { signInAll } from '../harness/people.ts';
import { documentedHaproxy, documentedNginx } from '../harness/proxies.ts';
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

/** The most megabytes of a process until the signal. NaN if the process ends. */
async function watchMemory(pid: number, until: AbortSignal): Promise<number> {
  let most = 0;
  while (!until.aborted) {
    try {
      most = Math.max(most, residentMegabytes(pid));
    } catch {
      return Number.NaN;
    }
    await sleep(100);
  }
  return most;
}

async function figuresOf(flood: Flood, { service, origin }: Held): Promise<Figure[]> {
  const { instances } = service;
  const [token = ''] = await signInAll(service, 1);
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

type Front = AsyncDisposable & { origin: string };

const nobody = { [Symbol.asyncDispose]: async () => {} };

/** What stands before the service. */
const ways: Record<string, (service: Service) => Promise<Front>> = {
  direct: async ({ origin }) => ({ origin, ...nobody }),
  nginx: ({ instances: [{ port }] }) => documentedNginx(port),
  haproxy: ({ instances: [{ port }] }) => documentedHaproxy(port),
};

/** What a stranger can send before anybody reads it. */
export const door: Scenario[] = Object.entries(ways).flatMap(([way, start]) =>
  floods.map((flood) => ({
    name: `door/${way}/${flood.key}`,
    promise: `nobody else and no process is stopped by ${flood.name}`,
    run: async ({ databaseUrl }) => {
      const settings = { TRUST_PROXY: way === 'direct' ? '' : '127.0.0.1' };
      await using service = await startService(databaseUrl, { settings });
      await using front = await start(service);
      return await figuresOf(flood, { service, origin: front.origin });
    },
  })),
);
