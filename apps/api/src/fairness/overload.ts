import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../watch/health.ts';
import type { MemoryGuard } from './memory.ts';
import type { Shed } from './shedding.ts';

/** Milliseconds by which the process may lag behind. */
export const longestLag = 1_000;

/** Milliseconds between two measurements. */
const interval = 1_000;

/** Milliseconds between the timers by which the lag is measured. */
const resolution = 10;

/** Paths that tell how the process fares. */
export const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics']);

type Options = {
  /** Milliseconds by which the process may lag behind. */
  lag: number;
  memory: MemoryGuard;
  /** Told of each measurement: balancers are to send nothing more to a process without memory. */
  health: Pick<Health, 'noteMemory'>;
  shed: Shed;
};

/**
 * Answers 503 while the process can't keep up or has no memory to spare: a client that
 * waits for nothing costs both sides more. Measures once it listens: a start holds itself
 * up.
 */
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
    done(new HttpError('UNAVAILABLE', { 'retry-after': String(shed(exceeded)) }));
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
