import { connectCaller } from '../performance/caller.ts';
import { jsonHeaders } from '../performance/requests.ts';

export type Call = { method: string; path: string; token?: string; body?: unknown };

/** What is to be measured, ready to run. */
export type Burst = { requests: number; run: () => Promise<unknown> };

/**
 * Sends each call once, each caller its next one as soon as the last is answered, and returns the answers' bodies.
 * @throws where an answer is not a success: what is measured is the service at work
 */
export async function send(
  origin: string,
  calls: readonly Call[],
  callers: number,
): Promise<string[]> {
  const bodies: string[] = [];
  const failures: string[] = [];
  const sendShare = async (number: number) => {
    const caller = await connectCaller(origin, number);
    for (let index = number; index < calls.length; index += callers) {
      const { method = '', path = '', token, body } = calls[index] ?? {};
      const headers = {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body ? jsonHeaders : {}),
      };
      const request = {
        method,
        path,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      };
      const answer = await caller.ask(request);
      const text = Buffer.from(answer.body, 'latin1').toString();
      bodies[index] = text;
      if (answer.status !== 200)
        failures.push(`${method} ${path}: ${answer.status} ${text}`);
    }
    caller.hangUp();
  };
  await Promise.all(
    Array.from({ length: Math.min(callers, calls.length) }, (_, n) => sendShare(n)),
  );
  if (failures.length > 0) {
    throw new Error(`${failures.length} calls failed, such as ${failures[0]}`);
  }
  return bodies;
}
