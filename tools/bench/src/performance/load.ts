import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Asking } from './requests.ts';
import type { SideName } from './side.ts';
import type { SignInCall } from './sign-in-calls.ts';

/** What the load process is to send. */
export type LoadPlan = {
  side: SideName;
  origin: string;
  connections: number;
} & (
  | ({
      kind: 'workload';
      seconds: number;
      amount?: number;
      /** Requests a second, of all connections together; as many as are answered where it is not given. */
      rate?: number;
    } & Asking)
  | { kind: 'calls'; calls: SignInCall[] }
);

const outcome = z.object({
  requests: z.number(),
  failures: z.number(),
  seconds: z.number(),
  /** Milliseconds of each answer, to a microsecond. */
  latencies: z.array(z.number()),
});

export type Load = z.infer<typeof outcome>;

/**
 * Sends requests from a process of its own, each connection its next one as soon as the last is answered. Throws where an
 * answer fails or is not a success: what is measured is the service at work.
 */
export async function load(plan: LoadPlan): Promise<Load> {
  const child = fork(fileURLToPath(new URL('load-process.ts', import.meta.url)));
  try {
    child.send(plan);
    const failed = once(child, 'exit').then(() => {
      throw new Error('The load process ended without a result');
    });
    failed.catch(() => {});
    const [message] = await Promise.race([once(child, 'message'), failed]);
    const result = outcome.parse(message);
    if (result.failures > 0 || result.requests === 0) {
      throw new Error(
        `${result.failures} of ${result.requests} requests to ${plan.side} failed: ${JSON.stringify({ ...plan, calls: undefined, people: undefined })}`,
      );
    }
    return result;
  } finally {
    child.kill();
  }
}
