import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';
import type { Health } from '../watch/health.ts';
import type { MemoryGuard } from './memory.ts';
import type { Shed } from './shedding.ts';

/** The longest event-loop delay, in milliseconds, before requests are refused. */
export const longestLag = 1_000;

/** Milliseconds between two measurements. */
const interval = 1_000;

/** Resolution of the delay measurement, in milliseconds. */
const resolution = 10;

/** Paths that show the state of the process. */
export const alwaysAnswered = new Set(['/healthz', '/readyz', '/metrics']);

type Options = {
  /** The longest event-loop delay, in milliseconds. */
  lag: number;
  memory: MemoryGuard;
  /** Load balancers must avoid a process without memory. */
  health: Pick<Health, 'noteMemory'>;
  shed: Shed;
};

/**
 * Answers 503 while the process is too slow or short of memory. A request that
 * times out would cost both sides more. Measures only after the server listens,
 * because a start blocks the process.
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
