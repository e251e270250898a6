import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Question } from '../harness/ask.ts';

export type Ask = Question & { path: string };

/** What the attacking process does until it is stopped. */
export type AttackPlan = { origin: string } & (
  | {
      /** Repeats each request as soon as it is answered. */
      kind: 'loops';
      asks: Ask[];
      /** Sends an unknown token with each request. */
      makesUpTokens?: boolean;
      /** Most requests a second of all loops together. */
      perSecond?: number;
      /** Waits as `Retry-After` says. */
      keepsRetryAfter?: boolean;
      /** Seconds in which the loops start; by default all start at once. */
      arrival?: number;
    }
  | {
      /**
       * Connections that ask but don't read the answer, forty more every five
       * seconds.
       */
      kind: 'readers';
      ask: Ask;
      total: number;
      /** Whether they read one byte a second instead of nothing. */
      drips: boolean;
    }
  | {
      /** Connections that send the text, then nothing. */
      kind: 'connections';
      total: number;
      text: string;
      /** Whether an ended connection is opened again. */
      reopens?: boolean;
    }
);

/** An attack without the service's address. */
export type AttackShape = AttackPlan extends infer Plan
  ? Plan extends AttackPlan
    ? Omit<Plan, 'origin'>
    : never
  : never;

const Report = z.object({
  seconds: z.number(),
  sent: z.number(),
  /** The count of each status. `none` is a connection that ended without one. */
  statuses: z.record(z.string(), z.number()),
});

export type AttackReport = z.infer<typeof Report>;

export type Attack = {
  /** Set if it ends by itself. */
  ended?: Promise<void>;
  stop(): Promise<AttackReport>;
};

/** Starts an attack in its own process. */
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
