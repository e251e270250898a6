import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { connectCaller, type Caller } from './caller.ts';
import type { LoadPlan, Load } from './load.ts';
import { requestsOf, type HttpRequest, type MakeRequest } from './requests.ts';
import { requestOfCall } from './sign-in-calls.ts';

/** Milliseconds since 1970, the same in every thread. */
const now = () => performance.timeOrigin + performance.now();

/** How long answers may take after the last request was due. */
const patience = 20_000;

type Sending = {
  callers: Caller[];
  /** The requests in their order: each goes to the next caller who is free. */
  next: () => HttpRequest | undefined;
  note: (status: number, since: number) => void;
};

/** As many as are asked for, from the first again after the last. */
function requestsInOrder(plan: LoadPlan): { requests: MakeRequest[]; amount: number } {
  if (plan.kind === 'calls') {
    const requests = plan.calls.map((call) => requestOfCall(plan.side, call));
    return { requests, amount: requests.length };
  }
  const {
    side,
    rate,
    seconds,
    amount = rate ? Math.ceil(rate * seconds) : Infinity,
  } = plan;
  return { requests: requestsOf(side, plan), amount };
}

/** Each caller asks again as soon as the last answer is there. */
async function askAtOnce({ callers, next, note }: Sending): Promise<void> {
  const askOn = async (caller: Caller) => {
    for (let request = next(); request !== undefined; request = next()) {
      const since = now();
      const { status } = await caller.ask(request);
      note(status, since);
    }
  };
  await Promise.all(callers.map(askOn));
}

/**
 * Requests at a steady rate, whether or not those before were answered. A request that finds every caller waiting waits for one,
 * and its latency counts from when it was due: a server that stalls pays for all who would have asked meanwhile.
 */
async function askSteadily(
  { callers, next, note }: Sending,
  pace: { perSecond: number; count: number },
): Promise<void> {
  const idle = [...callers];
  const due: number[] = [];
  const all = Promise.withResolvers<void>();
  let left = pace.count;
  const askWhatIsDue = async (caller: Caller) => {
    for (let since = due.shift(); since !== undefined; since = due.shift()) {
      const request = next();
      const { status } = request ? await caller.ask(request) : { status: 0 };
      note(status, since);
      left -= 1;
    }
    idle.push(caller);
    if (left === 0) {
      all.resolve();
    }
  };
  const metronome = new Worker(new URL('metronome.ts', import.meta.url), {
    workerData: pace,
  });
  metronome.on('error', all.reject).on('message', (message) => {
    due.push(z.number().parse(message));
    const caller = idle.shift();
    if (caller) {
      void askWhatIsDue(caller);
    }
  });
  await all.promise;
}

async function send(plan: LoadPlan): Promise<Load> {
  const { requests, amount } = requestsInOrder(plan);
  const callers = await Promise.all(
    Array.from({ length: plan.callers }, async (_, index) =>
      connectCaller(plan.origins[index % plan.origins.length] ?? '', index),
    ),
  );
  const latencies: number[] = [];
  let failures = 0;
  let sent = 0;
  const began = now();
  const ends =
    plan.kind === 'workload' && amount === Infinity ? plan.seconds * 1_000 : Infinity;
  const sending: Sending = {
    callers,
    next: () => {
      const isOver = sent >= amount || now() - began >= ends;
      const make = isOver ? undefined : requests[sent % requests.length];
      sent += 1;
      return make?.();
    },
    note: (status, since) => {
      latencies.push(Math.round((now() - since) * 1_000) / 1_000);
      failures += status === 200 ? 0 : 1;
    },
  };
  const { rate } = plan;
  if (rate === undefined) {
    await askAtOnce(sending);
  } else {
    const late = sleep((amount / rate) * 1_000 + patience, 'late', { ref: false });
    const pace = { perSecond: rate, count: amount };
    if ((await Promise.race([askSteadily(sending, pace), late])) === 'late') {
      failures += amount - latencies.length;
    }
  }
  const seconds = (now() - began) / 1_000;
  callers.forEach((caller) => caller.hangUp());
  return { requests: latencies.length, failures, seconds, latencies };
}

process.on('message', (plan: LoadPlan) => {
  void send(plan).then((result) => process.send?.(result));
});
