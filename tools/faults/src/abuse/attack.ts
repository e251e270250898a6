import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Question } from '../harness/ask.ts';

export type Ask = Question & { path: string };

/** What the attackers' process does until it is stopped. */
export type AttackPlan = { origin: string } & (
  | {
      /** Each of the asks is sent again as soon as it is answered. */
      kind: 'loops';
      asks: Ask[];
      /** Sends a token of nobody's with each request. */
      makesUpTokens?: boolean;
      /** Requests a second of all loops together, at most. */
      perSecond?: number;
      /** Waits for as long as `Retry-After` says. */
      keepsRetryAfter?: boolean;
      /** Seconds within which the loops begin, one after the other; all at once unless given. */
      arrival?: number;
    }
  | {
      /** So many connections that ask and don't read the answer, forty more every five seconds. */
      kind: 'readers';
      ask: Ask;
      total: number;
      /** Whether they read one byte a second, in place of none. */
      drips: boolean;
    }
  | {
      /** So many connections that send the text, then nothing. */
      kind: 'connections';
      total: number;
      text: string;
      /** Whether one that ends is opened again. */
      reopens?: boolean;
    }
);

/** What an attack is, wherever the service is reached. */
export type AttackShape = AttackPlan extends infer Plan
  ? Plan extends AttackPlan
    ? Omit<Plan, 'origin'>
    : never
  : never;

const Report = z.object({
  seconds: z.number(),
  sent: z.number(),
  /** How often each status came; `none` is a connection that ended without one. */
  statuses: z.record(z.string(), z.number()),
});

export type AttackReport = z.infer<typeof Report>;

export type Attack = {
  /** Where it ends by itself. */
  ended?: Promise<void>;
  stop(): Promise<AttackReport>;
};

/** Begins an attack from a process of its own. */
export async function startAttack(plan: AttackPlan): Promise<Attack> {
  const child = fork(fileURLToPath(new URL('attack-process.ts', import.meta.url)));
  const exited = once(child, 'exit').then(() => {
    throw new Error('The attackers ended without a report');
  });
  exited.catch(() => {});
  await once(child, 'spawn');
  child.send(plan);
  return {
    stop: async () => {
      child.send('stop');
      const [message] = await Promise.race([once(child, 'message'), exited]);
      child.kill('SIGKILL');
      return Report.parse(message);
    },
  };
}
