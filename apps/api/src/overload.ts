import { monitorEventLoopDelay } from 'node:perf_hooks';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** Milliseconds between two measurements of how far the process lags behind. */
const interval = 1_000;

/** Milliseconds between the timers by which the lag is measured. */
const resolution = 10;

/**
 * Answers 503 while the process can't keep up: a client that waits in vain costs both sides more. Measures once it listens:
 * while it starts it holds itself up, which says nothing of what comes.
 * @param longestLag milliseconds by which the process may lag behind; 0: as many as it likes
 */
export function refuseOverload(app: FastifyInstance, longestLag: number): void {
  if (longestLag === 0) {
    return;
  }
  const delay = monitorEventLoopDelay({ resolution });
  let lag = 0;
  const timer = setInterval(() => {
    lag = delay.mean / 1_000_000 - resolution;
    delay.reset();
  }, interval).unref();
  app.addHook('onListen', (done) => {
    delay.enable();
    timer.refresh();
    done();
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(lag > longestLag ? new HttpError('UNAVAILABLE') : undefined);
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delay.disable();
  });
}
