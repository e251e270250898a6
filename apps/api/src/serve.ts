import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Environment } from './env.ts';
import { fillWithDemo } from './seed/demo.ts';
import { startService, type Service } from './service.ts';
import { closeOnSignal } from './signals.ts';
import { tracing } from './tracing-hooks.ts';
import { readyLine, welcome } from './welcome.ts';
import { closeTimeout, groupSignals, onOrder, type Order } from './worker.ts';

/** Milliseconds that the last spans may take. */
const collectorTimeout = 2_000;

/** Seconds in which a worker that was replaced takes leave of clients with open connections. */
const farewell = 2;

/** Serves in this process, until a signal, or for a worker its supervisor, ends it. */
export async function serve(
  environment: Environment,
  logger: Logger,
  { demo }: { demo: boolean },
): Promise<void> {
  const { isWorker, worker } = cluster;
  // What programs read is JSON alone, and so is all in production.
  const isForPeople = process.stdout.isTTY && environment.NODE_ENV !== 'production';
  const service = await startService(environment, logger);
  closeInTime(service, environment, logger);
  // The others find the database filled.
  if (demo && (worker?.id ?? 1) === 1) {
    const filled = await fillWithDemo(service.parts);
    if (isForPeople) {
      process.stdout.write(`${filled}\n`);
    } else {
      logger.info(filled);
    }
  }
  const greeting = (isForPeople ? welcome : readyLine)(environment, service);
  if (isWorker) {
    process.send?.({ serving: greeting });
  } else {
    process.stdout.write(`${greeting}\n`);
  }
}

function closeInTime(
  service: Service,
  { SHUTDOWN_DELAY }: Environment,
  logger: Logger,
): void {
  let order: Order = 'stop';
  const closing = closeWithGrace(
    {
      delay: closeTimeout + SHUTDOWN_DELAY * 1_000,
      logger,
      skip: [...groupSignals],
    },
    async ({ err }) => {
      if (err) {
        logger.fatal({ err }, 'stopping after an unexpected error');
      }
      // Requests may still be sent to an instance one of whose workers is replaced.
      if (order === 'stop') {
        service.drain();
      }
      const delay = order === 'stop' ? SHUTDOWN_DELAY : farewell;
      await service.close(err ? 0 : delay);
      // What a collector does not take in time is lost: that is no failure of ours.
      const sent = tracing.end?.().catch(() => {});
      await Promise.race([sent, sleep(collectorTimeout, undefined, { ref: false })]);
    },
  );
  if (cluster.isWorker) {
    onOrder((given) => {
      order = given;
      closing.close();
    });
  } else {
    closeOnSignal(groupSignals, closing.close, logger);
  }
}
