import autocannon, { type Client } from 'autocannon';

export type Call = { method: string; path: string; token?: string; body?: unknown };

/** What is to be measured, ready to run. */
export type Burst = { requests: number; run: () => Promise<unknown> };

const jsonHeader = { 'content-type': 'application/json' };

/** Who calls, as a proxy would say: each caller from a network of their own, like most people. */
const addressOf = (caller: number) => `10.0.${caller}.1`;

/**
 * Sends each call once, each caller its next one as soon as the last is answered, and returns the answers' bodies.
 * @throws where an answer is not a success: what is measured is the service at work
 */
export async function send(
  origin: string,
  calls: readonly Call[],
  callers: number,
): Promise<string[]> {
  if (calls.length === 0) {
    return [];
  }
  const bodies: string[] = [];
  const failures: string[] = [];
  const all = Promise.withResolvers<void>();
  const connections = Math.min(callers, calls.length);
  const requests = calls.map(({ method, path, token, body }, index) => ({
    method,
    path,
    headers: {
      'x-forwarded-for': addressOf(index % connections),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body ? jsonHeader : {}),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    onResponse: (status: number, text: string) => {
      bodies[index] = text;
      if (status !== 200) failures.push(`${method} ${path}: ${status} ${text}`);
      answered += 1;
      if (answered === calls.length) all.resolve();
    },
  }));
  let answered = 0;
  let dealt = 0;
  const running = autocannon({
    url: origin,
    connections,
    amount: calls.length,
    timeout: 30,
    setupClient: (client: Client) => {
      const share = dealt;
      dealt += 1;
      client.setRequests(requests.filter((_, index) => index % connections === share));
    },
  });
  // It ends by a clock of its own, up to a second after the last answer.
  const { errors = 0, timeouts = 0 } = (await Promise.race([all.promise, running])) ?? {};
  if (failures.length > 0 || errors + timeouts > 0) {
    throw new Error(`${failures.length + errors + timeouts} calls failed, such as ${failures[0]}`);
  }
  return bodies;
}
