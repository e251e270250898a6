import { setTimeout as sleep } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import type { Environment } from '../settings/environment.ts';
import { fillWithDemo } from '../scripts/seed/demo.ts';
import { startService, type Service } from './start-service.ts';
import { closeOnSignal, endingSignals } from './signals.ts';
import { tracing } from '../watch/tracing-hooks.ts';
import { demoLine, readyLine, welcome } from './welcome.ts';

/** Milliseconds to send the last spans. */
const collectorTimeout = 2_000;

/** Milliseconds until the process must have ended, plus `SHUTDOWN_DELAY`. */
const closeTimeout = 15_000;

export async function serve(
  environment: Environment,
  logger: Logger,
  { demo }: { demo: boolean },
): Promise<void> {
  // Programs and production get only JSON.
  const isForPeople = process.stdout.isTTY && environment.NODE_ENV !== 'production';
  const service = await startService(environment, logger);
  closeInTime(service, environment, logger);
  if (demo && service.mailbox !== undefined) {
    process.stdout.write(`${demoLine(service.mailbox)}\n`);
  }
  if (demo) {
    const filled = await fillWithDemo(service.parts);
    if (isForPeople) {
      process.stdout.write(`${filled}\n`);
    } else {
      logger.info(filled);
    }
  }
  const greeting = (isForPeople ? welcome : readyLine)(environment, service);
  process.stdout.write(`${greeting}\n`);
}

function closeInTime(
  service: Service,
  { SHUTDOWN_DELAY }: Environment,
  logger: Logger,
): void {
  const closing = closeWithGrace(
    {
      delay: closeTimeout + SHUTDOWN_DELAY * 1_000,
      logger,
      skip: [...endingSignals],
    },
    async ({ err }) => {
      if (err) {
        logger.fatal({ err }, 'stopping after an unexpected error');
      }
      service.drain();
      await service.close(err ? 0 : SHUTDOWN_DELAY);
      // Spans that the collector does not take in time are lost; the exit code
      // stays the same.
      const sent = tracing.end?.().catch(() => {});
      await Promise.race([sent, sleep(collectorTimeout, undefined, { ref: false })]);
    },
  );
  closeOnSignal(closing.close, logger);
}
