import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Asking } from './requests.ts';
import type { SideName } from './side.ts';
import type { SignInCall } from './sign-in-calls.ts';

/** What the load process is to send. */
export type LoadPlan = {
  side: SideName;
  /** Of its instances, over which the callers are spread. */
  origins: string[];
  callers: number;
  /** Requests a second, of all callers together; as many as are answered where it is not given. */
  rate?: number | undefined;
} & (
  | ({ kind: 'workload'; seconds: number; amount?: number } & Asking)
  | { kind: 'calls'; calls: SignInCall[] }
);

const outcome = z.object({
  requests: z.number(),
  failures: z.number(),
  seconds: z.number(),
  /** Milliseconds until each answer, to a microsecond: since it was asked for, or at a rate since it was due. */
  latencies: z.array(z.number()),
});

export type Load = z.infer<typeof outcome>;

const program = fileURLToPath(new URL('load-process.ts', import.meta.url));

let started: ChildProcess | undefined;

/** One for all slices: it is warm, and a slice takes no longer than it measures. It ends with us. */
function loadProcess(): ChildProcess {
  started ??= fork(program);
  return started;
}

/**
 * Sends requests from a process of its own. Throws where an answer fails or is not a success: what is measured is the service
 * at work.
 */
export async function load(plan: LoadPlan): Promise<Load> {
  const child = loadProcess();
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    child.send(plan);
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('The load process ended without a result');
    });
    ended.catch(() => {});
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    const result = outcome.parse(message);
    if (result.failures > 0 || result.requests === 0) {
      throw new Error(
        `${result.failures} of ${result.requests} requests to ${plan.side} failed: ${JSON.stringify({ ...plan, calls: undefined, people: undefined })}`,
      );
    }
    return result;
  } catch (error) {
    // Requests may still be under way in there.
    child.kill();
    started = undefined;
    throw error;
  } finally {
    waiting.abort();
  }
}
