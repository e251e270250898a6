import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../harness/ask.ts';
import { none, type Figure } from '../harness/figures.ts';
import { beforeServices, startHaproxy } from '../harness/haproxy.ts';
import { startNginx } from '../harness/nginx.ts';
import {
  failedFigure,
  p95,
  readBeside,
  watchMemory,
  type Client,
} from '../harness/readers.ts';
import type { Scenario } from '../harness/scenario.ts';
import type { Service } from '../harness/start-service.ts';
import { type AttackShape, startAttack } from './attack.ts';
import { type HeldAttack, heldAttacks, type Way } from './held-attacks.ts';
import { largePages } from './large-pages.ts';
import { startSubject } from './subject.ts';

/** The others' address, unless they are neighbours. */
const elsewhere = '192.0.2.1';

type Held = { service: Service; origin: string; short: boolean };

/** The attack for these accounts. The first one belongs to an admin. */
function shapeOf(
  begin: HeldAttack['begin'],
  { service: { tokens }, short }: Held,
): AttackShape {
  if (begin.kind === 'connections') {
    return short ? { ...begin, total: 400 } : begin;
  }
  if (begin.kind !== 'accounts') {
    return begin;
  }
  // A single account has four loops.
  const loops = begin.accounts === 1 ? 4 : 1;
  const asks = tokens
    .slice(1, 1 + begin.accounts)
    .flatMap((token) =>
      Array.from({ length: loops }, () => ({ path: largePages, token, ip: begin.ip })),
    );
  return { kind: 'loops', asks };
}

/** Milliseconds between two reads of one client. */
const pause = 100;

const body = JSON.stringify({ email: 'slow@example.com', padding: 'x'.repeat(64_000) });

/** Sends a body of 64 KB at 8 kB/s. Returns the answer's status, or 0. */
async function upload({ origin, ip }: Client): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-forwarded-for': ip,
  };
  const outgoing = request(`${origin}/api/v1/auth/send-code`, {
    method: 'POST',
    headers,
  });
  const status = new Promise<number>((resolve) => {
    outgoing
      .once('error', () => resolve(0))
      .once('response', (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode ?? 0);
      });
  });
  for (let sent = 0; sent < body.length; sent += 4_000) {
    outgoing.write(body.slice(sent, sent + 4_000));
    await sleep(500);
  }
  outgoing.end();
  return status;
}

/** Checks every second whether `/readyz` agrees with a call, until the signal. */
async function watchReadiness({ origin, ip, token }: Client, until: AbortSignal) {
  let lies = 0;
  while (!until.aborted) {
    const [ready, call] = await Promise.all([
      ask(`${origin}/readyz`, { ip }).catch(() => undefined),
      ask(`${origin}/api/v1/users/me`, { ip, token }).catch(() => undefined),
    ]);
    if ((ready?.status === 200) !== (call?.status === 200)) {
      lies += 1;
    }
    await sleep(1_000);
  }
  return lies;
}

/** Neighbours of an attack may be ten times slower, others four times. */
const limitOf = (alone: number, isNeighbour: boolean) =>
  isNeighbour ? Math.max(10 * alone, alone + 100) : Math.max(4 * alone, alone + 30);

async function hold(
  { begin, hold: seconds, beside: ip = elsewhere, others = 49 }: HeldAttack,
  held: Held,
): Promise<Figure[]> {
  const { service, origin, short } = held;
  const isNeighbour = ip !== elsewhere;
  const clients = service.tokens
    .slice(-Math.min(others, short ? 5 : others))
    .map((token) => ({ origin, ip, token }));
  const [first = { origin, ip, token: '' }] = clients;
  const lasting = (short ? 2 : seconds) * 1_000;
  await readBeside(clients, sleep(1_000), pause);
  const alone = p95(await readBeside(clients, sleep(lasting / 4), pause));

  const ended = new AbortController();
  const memory = watchMemory(service.instances[0].pid(), ended.signal);
  const readiness = watchReadiness(first, ended.signal);
  const attack = await startAttack({ origin, ...shapeOf(begin, held) });
  const uploads = clients.slice(0, 5).map(upload);
  const beside = await readBeside(clients, sleep(lasting), pause);
  const statuses = await Promise.all(uploads);
  const { sent } = await attack.stop();
  await sleep(10_000);
  const after = await readBeside(clients, sleep(2_000), pause);
  ended.abort();

  const slow = statuses.filter((status) => status !== 200).length;
  return [
    { name: 'others alone, p95', value: alone, unit: 'ms' },
    {
      name: 'others beside it, p95',
      value: p95(beside),
      unit: 'ms',
      atMost: limitOf(alone, isNeighbour),
    },
    failedFigure('others beside it', beside),
    none('uploads at 8 kB/s that did not end', slow),
    {
      name: 'others after it, p95',
      value: p95(after),
      unit: 'ms',
      atMost: limitOf(alone, isNeighbour),
    },
    failedFigure('others after it', after),
    none('seconds in which /readyz was wrong', await readiness),
    { name: 'resident memory, most', value: await memory, unit: 'MB', atMost: 512 },
    { name: 'sent by the attackers', value: sent },
  ];
}

/** The address for clients. */
async function startFront(
  way: Way,
  { origin, instances: [{ port }] }: Service,
): Promise<AsyncDisposable & { origin: string }> {
  if (way === 'direct') return { origin, [Symbol.asyncDispose]: async () => {} };
  if (way === 'nginx') return startNginx([port, port]);
  return startHaproxy(beforeServices([`127.0.0.1:${port}`]));
}

const needs = {
  direct: [],
  nginx: ['/usr/sbin/nginx'],
  haproxy: ['/usr/sbin/haproxy'],
  unnamed: ['/usr/sbin/haproxy'],
};

const scenarioOf = (attack: HeldAttack, way: Way): Scenario => ({
  name: `abuse/${attack.name}${way === 'direct' ? '' : `-${way}`}`,
  promise: 'others are served, memory stays within limits, /readyz is right',
  needs: needs[way],
  run: async ({ databaseUrl, short }) => {
    const changes = way === 'unnamed' ? { TRUST_PROXY: '' } : {};
    const accounts = attack.begin.kind === 'accounts' ? attack.begin.accounts : 0;
    const people = { users: 50 + accounts, profiles: 100 };
    await using service = await startSubject(databaseUrl, people, changes);
    await using front = await startFront(way, service);
    return await hold(attack, { service, origin: front.origin, short });
  },
});

export const holding: Scenario[] = heldAttacks.flatMap((attack) =>
  attack.through.map((way) => scenarioOf(attack, way)),
);
