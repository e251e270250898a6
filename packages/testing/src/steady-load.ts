import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

type Call = { method?: string; path: string; token?: string; json?: unknown };

/** Clients that call again and again, and what became of it. */
export type SteadyLoad = {
  /** How many calls have ended, and how long the slowest took. */
  calls: number;
  slowest: number;
  /** What went wrong: each error, and each answer other than 200. */
  failures: string[];
  /** Lets the calls under way end. */
  stop: () => Promise<void>;
};

async function callOnce(
  origin: string,
  agent: Agent | false,
  call: Call,
): Promise<string> {
  const { method = 'GET', path, token, json } = call;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(`${origin}${path}`, { agent, method });
  if (token !== undefined) sent.setHeader('authorization', `Bearer ${token}`);
  if (json !== undefined) sent.setHeader('content-type', 'application/json');
  sent.on('error', reject);
  sent.on('response', (response) => {
    const { statusCode } = response;
    text(response).then(
      (body) => resolve(statusCode === 200 ? '' : `${statusCode} ${body}`),
      reject,
    );
  });
  sent.end(json === undefined ? undefined : JSON.stringify(json));
  return promise;
}

/**
 * Has so many clients call at once. Every second client opens a connection for each call, the others keep theirs; none repeats
 * a call that failed.
 * @param callOf what a client calls, and how often it has called before
 */
export function startLoad(
  origin: string,
  clients: number,
  callOf: (client: number, before: number) => Call,
): SteadyLoad {
  const stopping = new AbortController();
  const load = { calls: 0, slowest: 0, failures: new Array<string>() };
  const running = Array.from({ length: clients }, async (_, client) => {
    const agent = client % 2 === 0 && new Agent({ keepAlive: true, maxSockets: 1 });
    for (let before = 0; !stopping.signal.aborted; before += 1) {
      const began = performance.now();
      const failure = await callOnce(origin, agent, callOf(client, before)).catch(String);
      if (failure !== '') load.failures.push(failure);
      load.calls += 1;
      load.slowest = Math.max(load.slowest, performance.now() - began);
    }
    if (agent) agent.destroy();
  });
  return Object.assign(load, {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  });
}
