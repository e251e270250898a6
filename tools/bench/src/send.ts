import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { connectCaller, type Caller, type HttpRequest } from './caller.ts';

export type Load = {
  /** Connections, each with one request at a time. */
  callers: number;
  /** Requests a second of all callers together. Each asks again at once unless given. */
  rate?: number | undefined;
};

export type Sent = {
  seconds: number;
  /** Milliseconds until each answer, since it was asked for, or at a rate since it was due. */
  latencies: number[];
  bodies: string[];
};

/** Milliseconds since 1970, the same in every thread. */
const now = () => performance.timeOrigin + performance.now();

type Ask = (caller: Caller, index: number, since: number) => Promise<void>;

/** Each caller asks again as soon as the last answer is there. */
async function askAtOnce(callers: Caller[], count: number, ask: Ask): Promise<void> {
  let sent = 0;
  const askOn = async (caller: Caller) => {
    while (sent < count) await ask(caller, sent++, now());
  };
  await Promise.all(callers.map(askOn));
}

/**
 * Asks at a steady rate, whether or not earlier requests were answered. A request that finds every caller busy waits
 * for one, and its latency counts from when it was due: a server that stalls pays for all who would have asked.
 */
async function askSteadily(
  callers: Caller[],
  pace: { perSecond: number; count: number },
  ask: Ask,
): Promise<void> {
  const idle = [...callers];
  const due: number[] = [];
  const all = Promise.withResolvers<void>();
  let [sent, left] = [0, pace.count];
  const askWhatIsDue = async (caller: Caller) => {
    for (let since = due.shift(); since !== undefined; since = due.shift()) {
      await ask(caller, sent++, since);
      left -= 1;
    }
    idle.push(caller);
    if (left === 0) all.resolve();
  };
  const metronome = new Worker(new URL('metronome.ts', import.meta.url), {
    workerData: pace,
  });
  metronome.on('error', all.reject).on('message', (message) => {
    due.push(z.number().parse(message));
    const caller = idle.shift();
    if (caller) askWhatIsDue(caller).catch(all.reject);
  });
  await all.promise;
}

/**
 * Sends each request once.
 * @throws if an answer is not a success: only a service at work is measured
 */
export async function send(
  origin: string,
  requests: readonly HttpRequest[],
  { callers: most, rate }: Load,
): Promise<Sent> {
  const latencies: number[] = [];
  const bodies: string[] = [];
  const failures: string[] = [];
  const connecting = Array.from(
    { length: Math.min(most, requests.length) },
    (_, number) => connectCaller(origin, number),
  );
  const callers = await Promise.all(connecting);
  const ask: Ask = async (caller, index, since) => {
    const request = requests[index];
    if (!request) return;
    const { status, body } = await caller.ask(request);
    latencies.push(now() - since);
    bodies[index] = body;
    if (status !== 200) {
      failures.push(`${request.method} ${request.path}: ${status} ${body}`);
    }
  };
  const began = now();
  if (rate === undefined) {
    await askAtOnce(callers, requests.length, ask);
  } else {
    await askSteadily(callers, { perSecond: rate, count: requests.length }, ask);
  }
  const seconds = (now() - began) / 1_000;
  callers.forEach((caller) => caller.hangUp());
  if (failures.length > 0) {
    throw new Error(`${failures.length} calls failed, such as ${failures[0]}`);
  }
  return { seconds, latencies, bodies };
}
