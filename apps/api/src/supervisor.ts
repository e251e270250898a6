import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from '@prometheus-io/client';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Environment } from './env.ts';
import { closeOnSignal } from './signals.ts';
import { closeTimeout, groupSignals, MetricsQuestion } from './worker.ts';
import { createWorkers } from './workers.ts';

/** Answers workers that ask for the metrics of all. */
function gatherMetrics(logger: Logger): void {
  const registry = new AggregatorRegistry();
  const answer = async (worker: Worker) => {
    const metrics = await registry.clusterMetrics().catch((error: unknown) => {
      logger.warn({ err: error }, 'a worker did not tell its metrics');
      return null;
    });
    worker.send({ metrics });
  };
  cluster.on('message', (worker, message) => {
    if (MetricsQuestion.safeParse(message).success) void answer(worker);
  });
}

/**
 * Runs several workers on one socket, which outlives each of them, until a signal ends them all. SIGHUP replaces them one by
 * one, by processes that run the code there is then with the settings of this one.
 */
export async function supervise(
  { WORKERS, SHUTDOWN_DELAY }: Environment,
  logger: Logger,
): Promise<void> {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Metrics that can't be read are NaN, which JSON does not know.
  cluster.setupPrimary({ serialization: 'advanced' });
  gatherMetrics(logger);
  const timeout = closeTimeout + SHUTDOWN_DELAY * 1_000 + 1_000;
  const workers = createWorkers({ count: WORKERS, logger, timeout });
  const closing = closeWithGrace(
    { delay: timeout + 1_000, logger, skip: [...groupSignals] },
    async ({ err }) => {
      if (err) {
        logger.fatal({ err }, 'stopping after an unexpected error');
      }
      await workers.end();
    },
  );
  const endSignals = groupSignals.filter((signal) => signal !== 'SIGHUP');
  closeOnSignal(endSignals, closing.close, logger);
  let rolling = workers.start();
  process.on('SIGHUP', () => {
    rolling = rolling.then(() => workers.roll());
  });
  // A worker that can not start says why itself.
  await rolling.catch(() => process.exit(1));
}
