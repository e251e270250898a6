import { monitorEventLoopDelay } from 'node:perf_hooks';
import { overloaded } from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../watch/health.ts';
import type { MemoryGuard } from './memory.ts';
import type { Shed } from './shedding.ts';

/*
 * Problem: a process with too much work answers everybody late. A request that
 * times out costs both sides more than a refused one.
 *
 * Plan: once a second measure the memory and the mean delay of the event loop.
 * While one is above its limit, answer 503 and say when to try again.
 *
 * Price: a measurement is up to a second old. A start blocks the process, so
 * measuring begins only after the server listens.
 */

/** Milliseconds. Above this mean delay of the event loop, requests are refused. */
export const longestLag = 1_000;

/** Milliseconds between two measurements. */
const interval = 1_000;

/** Resolution of the delay measurement, in milliseconds. */
const resolution = 10;

/** Paths that show the state of the process. */
export const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics']);

type Options = {
  /** The longest mean delay of the event loop, in milliseconds. */
  lag: number;
  memory: MemoryGuard;
  /** Load balancers must avoid a process that is short of memory. */
  health: Pick<Health, 'noteMemory'>;
  shed: Shed;
};

/** Answers 503 while the process is too slow or short of memory. */
export function refuseOverload(
  app: FastifyInstance,
  { lag, memory, health, shed }: Options,
): void {
  const delay = monitorEventLoopDelay({ resolution });
  let exceeded: 'capacity' | 'memory' | undefined;
  const measure = () => {
    const isLate = delay.mean / 1_000_000 - resolution > lag;
    delay.reset();
    memory.look();
    health.noteMemory(memory.isExceeded());
    exceeded = undefined;
    if (isLate) {
      exceeded = 'capacity';
    }
    if (memory.isExceeded()) {
      exceeded = 'memory';
    }
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onListen', (done) => {
    delay.enable();
    timer = setInterval(measure, interval).unref();
    done();
  });
  app.addHook('onRequest', ({ routeOptions: { url = '' } }, _reply, done) => {
    if (exceeded === undefined || alwaysAnswered.has(url)) {
      done();
      return;
    }
    done(overloaded(shed(exceeded)));
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
