import autocannon, { type Client, type Request } from 'autocannon';
import type { LoadPlan, Load } from './load.ts';
import { requestsOf } from './requests.ts';
import { requestOfCall } from './sign-in-calls.ts';

type Shares = {
  requests: Request[];
  length: ({ duration: number } | { amount: number }) & { overallRate?: number };
};

function sharesOf(plan: LoadPlan): Shares {
  if (plan.kind === 'calls') {
    const requests = plan.calls.map((call) => requestOfCall(plan.side, call));
    return { requests, length: { amount: requests.length } };
  }
  const { side, seconds, amount, rate } = plan;
  const requests = requestsOf(side, plan);
  const pace = rate === undefined ? {} : { overallRate: rate };
  const length = amount === undefined ? { duration: seconds } : { amount };
  return { requests, length: { ...length, ...pace } };
}

/** Each connection goes through requests of its own, so that no two ask for the same thing at once. */
function dealer(requests: Request[], connections: number) {
  let next = 0;
  return (client: Client): void => {
    const share = next;
    next += 1;
    client.setRequests(requests.filter((_, index) => index % connections === share % connections));
  };
}

async function send(plan: LoadPlan): Promise<Load> {
  const { requests, length } = sharesOf(plan);
  const connections = Math.min(plan.connections, requests.length);
  const latencies: number[] = [];
  let failures = 0;
  const began = performance.now();
  let ended = began;
  const running = autocannon({
    url: plan.origin,
    connections,
    timeout: 20,
    setupClient: dealer(requests, connections),
    ...length,
  });
  void running.on('response', (_client, status, _bytes, milliseconds) => {
    latencies.push(Math.round(milliseconds * 1_000) / 1_000);
    ended = performance.now();
    failures += status === 200 ? 0 : 1;
  });
  const { errors, timeouts } = await running;
  return {
    requests: latencies.length,
    failures: failures + errors + timeouts,
    seconds: (ended - began) / 1_000,
    latencies,
  };
}

process.once('message', (plan: LoadPlan) => {
  void send(plan).then((result) => process.send?.(result));
});
