import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile, residentMegabytes } from '@namecard/testing';
import type { Figure } from '../figures.ts';
import { ask } from '../sign-in/fixture/ask.ts';
import { type AttackShape, startAttack } from './attack.ts';
import { largePages } from './attacks.ts';
import { startFront, type Way } from './front.ts';
import { type HeldAttack, heldAttacks } from './held-attacks.ts';
import type { Scenario } from './scenario.ts';
import { startSubject, type Subject } from './subject.ts';

/** The others' address, as a trusted proxy would tell it, where they are nobody's neighbours. */
const elsewhere = '192.0.2.1';

type Held = { subject: Subject; origin: string; short: boolean };

/** What the attackers do, by the accounts that there are. The first one is an admin's. */
function shapeOf(
  begin: HeldAttack['begin'],
  { subject: { tokens }, short }: Held,
): AttackShape {
  if (begin.kind === 'connections') {
    return short ? { ...begin, total: 400 } : begin;
  }
  if (begin.kind !== 'accounts') {
    return begin;
  }
  // One account alone has four loops.
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

type Reads = { milliseconds: number[]; failures: string[] };

type Client = { origin: string; ip: string; token: string };

async function readOneself(
  { origin, ip, token }: Client,
  until: AbortSignal,
): Promise<Reads> {
  const reads: Reads = { milliseconds: [], failures: [] };
  while (!until.aborted) {
    const answer = await ask(`${origin}/api/v1/users/me`, { ip, token }).catch(
      () => undefined,
    );
    reads.milliseconds.push(answer?.milliseconds ?? Number.POSITIVE_INFINITY);
    if (answer?.status !== 200) {
      reads.failures.push(String(answer?.status ?? 'none'));
    }
    await sleep(pause);
  }
  return reads;
}

/** Several clients at once, for as long as the work takes. */
async function readBeside(clients: Client[], work: Promise<unknown>): Promise<Reads> {
  const ending = new AbortController();
  const reading = clients.map((client) => readOneself(client, ending.signal));
  await work.finally(() => ending.abort());
  const all = await Promise.all(reading);
  return {
    milliseconds: all.flatMap(({ milliseconds }) => milliseconds),
    failures: all.flatMap(({ failures }) => failures),
  };
}

const body = JSON.stringify({ email: 'slow@example.com', padding: 'x'.repeat(64_000) });

/** Sends a body of 64 KB at 8 kB/s, and returns the status of its answer; 0 where there is none. */
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

/** Once a second, whether `/readyz` says the same as a call meets. Ends with the signal. */
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

/** The most memory there is until the signal; NaN where the process has ended. */
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

/** Others beside a neighbour's attack may take ten times as long, and beside anybody else's four times. */
const limitOf = (alone: number, isNeighbour: boolean) =>
  isNeighbour ? Math.max(10 * alone, alone + 100) : Math.max(4 * alone, alone + 30);

async function hold(
  { begin, hold: seconds, beside: ip = elsewhere, others = 49 }: HeldAttack,
  held: Held,
): Promise<Figure[]> {
  const { subject, origin, short } = held;
  const isNeighbour = ip !== elsewhere;
  const clients = subject.tokens
    .slice(short ? -5 : -others)
    .map((token) => ({ origin, ip, token }));
  const [first = { origin, ip, token: '' }] = clients;
  const lasting = (short ? 2 : seconds) * 1_000;
  await readBeside(clients, sleep(1_000));
  const alone = percentile(
    (await readBeside(clients, sleep(lasting / 4))).milliseconds,
    0.95,
  );

  const ended = new AbortController();
  const memory = watchMemory(subject.pid, ended.signal);
  const readiness = watchReadiness(first, ended.signal);
  const attack = await startAttack({ origin, ...shapeOf(begin, held) });
  const uploads = clients.slice(0, 5).map(upload);
  const beside = await readBeside(clients, sleep(lasting));
  const statuses = await Promise.all(uploads);
  const { sent } = await attack.stop();
  await sleep(10_000);
  const after = await readBeside(clients, sleep(2_000));
  ended.abort();

  const how = ({ failures }: Reads) => [...new Set(failures)].join(', ');
  return [
    { name: 'others alone, p95', value: alone, unit: 'ms' },
    {
      name: 'others beside it, p95',
      value: percentile(beside.milliseconds, 0.95),
      unit: 'ms',
      atMost: limitOf(alone, isNeighbour),
    },
    {
      name: `others beside it, failed ${how(beside)}`.trim(),
      value: beside.failures.length,
      atMost: 0,
    },
    {
      name: 'uploads at 8 kB/s that did not end',
      value: statuses.filter((status) => status !== 200).length,
      atMost: 0,
    },
    {
      name: 'others after it, p95',
      value: percentile(after.milliseconds, 0.95),
      unit: 'ms',
      atMost: limitOf(alone, isNeighbour),
    },
    {
      name: `others after it, failed ${how(after)}`.trim(),
      value: after.failures.length,
      atMost: 0,
    },
    { name: 'seconds in which /readyz was wrong', value: await readiness, atMost: 0 },
    { name: 'resident memory, most', value: await memory, unit: 'MB', atMost: 512 },
    { name: 'sent by the attackers', value: sent },
  ];
}

const scenarioOf = (attack: HeldAttack, way: Way): Scenario => ({
  name: `${attack.name} ${way}`,
  run: async ({ databaseUrl, short }) => {
    const changes = way === 'unnamed' ? { TRUST_PROXY: '' } : {};
    const accounts = attack.begin.kind === 'accounts' ? attack.begin.accounts : 0;
    const people = { users: 50 + accounts, profiles: 100 };
    await using subject = await startSubject(databaseUrl, people, changes);
    await using front = await startFront(way, subject.origin);
    return await hold(attack, { subject, origin: front.origin, short });
  },
});

export const holding: Scenario[] = heldAttacks.flatMap((attack) =>
  attack.through.map((way) => scenarioOf(attack, way)),
);
