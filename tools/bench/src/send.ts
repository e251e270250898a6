import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { connectCaller, type Caller, type HttpRequest } from './caller.ts';

export type Load = {
  /** Connections, each with one request at a time. */
  callers: number;
  /** Requests a second in total. By default each caller sends again at once. */
  rate?: number | undefined;
};

export type Sent = {
  seconds: number;
  /**
   * Milliseconds until each answer, from its sending or, with a rate, from its
   * due time.
   */
  latencies: number[];
  bodies: string[];
};

/** Milliseconds since 1970, the same in all threads. */
const now = () => performance.timeOrigin + performance.now();

type Ask = (caller: Caller, index: number, since: number) => Promise<void>;

/** Each caller sends again after its last answer. */
async function askAtOnce(callers: Caller[], count: number, ask: Ask): Promise<void> {
  let sent = 0;
  const askOn = async (caller: Caller) => {
    while (sent < count) await ask(caller, sent++, now());
  };
  await Promise.all(callers.map(askOn));
}

/**
 * Sends at a steady rate, whether or not earlier requests were answered. If all
 * callers are busy, a request waits. Its latency counts from its due time, so a
 * stall also counts for the requests that had to wait.
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
 * @throws if an answer is not a success
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
