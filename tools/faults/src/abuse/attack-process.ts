import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { headersOf } from '../harness/ask.ts';
import type { Ask, AttackPlan, AttackReport } from './attack.ts';

type Plan<Kind> = Extract<AttackPlan, { kind: Kind }>;

type Outcome = { status: number | 'none'; retryAfter: number };

const agent = new Agent({ keepAlive: true });
const report: Omit<AttackReport, 'seconds'> = { sent: 0, statuses: {} };
const began = performance.now();

function note(status: number | string): void {
  report.statuses[status] = (report.statuses[status] ?? 0) + 1;
}

/** Sends one request and drops the whole answer. */
async function send(origin: string, ask: Ask): Promise<Outcome> {
  const { method = 'GET', path, json } = ask;
  report.sent += 1;
  return new Promise((resolve) => {
    const fail = () => resolve({ status: 'none', retryAfter: 0.1 });
    const outgoing = request(`${origin}${path}`, {
      agent,
      method,
      headers: headersOf(ask),
    });
    outgoing.once('error', fail).once('response', (incoming) => {
      const { statusCode = 0, headers } = incoming;
      const retryAfter = Number(headers['retry-after'] ?? 0);
      incoming
        .once('error', fail)
        .once('end', () => resolve({ status: statusCode, retryAfter }))
        .resume();
    });
    outgoing.end(json === undefined ? undefined : JSON.stringify(json));
  });
}

const madeUpToken = () => `nc_${randomBytes(32).toString('base64url')}`;

/** Waits while more requests were sent than this rate allows. */
async function keepTo(perSecond: number): Promise<void> {
  while (report.sent >= (perSecond * (performance.now() - began)) / 1_000) {
    await sleep(5);
  }
}

async function loop(plan: Plan<'loops'>, ask: Ask, index: number): Promise<never> {
  const { origin, asks, perSecond, makesUpTokens, keepsRetryAfter, arrival = 0 } = plan;
  await sleep((arrival * 1_000 * index) / asks.length);
  for (;;) {
    if (perSecond !== undefined) {
      await keepTo(perSecond);
    }
    const question = makesUpTokens ? { ...ask, token: madeUpToken() } : ask;
    const { status, retryAfter } = await send(origin, question);
    note(status);
    if (keepsRetryAfter || status === 'none') {
      await sleep(retryAfter * 1_000);
    }
  }
}

/** Reads one byte of the answer, and another each time it is resumed. */
function openReader(origin: string, ask: Ask): Socket {
  const { hostname, port } = new URL(origin);
  const onread = { buffer: Buffer.alloc(1), callback: () => false };
  const socket = connect({ host: hostname, port: Number(port), onread });
  const headers = Object.entries({ host: hostname, ...headersOf(ask) });
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(`GET ${ask.path} HTTP/1.1\r\n${head}\r\n`);
  report.sent += 1;
  socket.on('error', () => {}).once('close', () => note('none'));
  return socket;
}

async function openReaders({
  origin,
  ask,
  total,
  drips,
}: Plan<'readers'>): Promise<void> {
  const readers: Socket[] = [];
  if (drips) {
    setInterval(() => readers.forEach((reader) => reader.resume()), 1_000);
  }
  while (readers.length < total) {
    readers.push(openReader(origin, ask));
    if (readers.length % 40 === 0) {
      await sleep(5_000);
    }
  }
}

/** In 20 milliseconds. More connections would overflow the accept queue. */
const openedAtOnce = 100;

async function openConnections({ origin, total, text, reopens }: Plan<'connections'>) {
  const { hostname, port } = new URL(origin);
  let open = 0;
  for (;;) {
    for (let begun = 0; open < total && begun < openedAtOnce; begun += 1) {
      open += 1;
      report.sent += 1;
      const socket = connect({ host: hostname, port: Number(port) });
      socket
        .on('error', () => {})
        .once('close', () => {
          note('none');
          if (reopens) open -= 1;
        });
      socket.resume().write(text);
    }
    await sleep(20);
  }
}

process.on('message', (message: AttackPlan | 'stop') => {
  if (message === 'stop') {
    process.send?.({ ...report, seconds: (performance.now() - began) / 1_000 });
  } else if (message.kind === 'loops') {
    message.asks.forEach((ask, index) => void loop(message, ask, index));
  } else if (message.kind === 'readers') {
    void openReaders(message);
  } else {
    void openConnections(message);
  }
});
// The parent process has ended.
process.once('disconnect', () => process.exit());
