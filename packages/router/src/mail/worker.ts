import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '@namecard/email';
import { expireMails } from './queries.ts';
import { deliverNext, isMailHeld, misconfiguredPause, type MailDeps } from './service.ts';

/** Milliseconds after which the outbox is looked at unasked, for what another instance left behind. */
const lookInterval = 1_000;

/** Mails delivered at a time. */
const lanes = 4;

export type OutboxWorker = {
  /** Looks at once: a mail was committed. */
  wake(): void;
  /** `degraded` while the provider refuses the account or asks to wait, or the hour's budget is used up. */
  health(): Promise<'ok' | 'degraded'>;
  /** Ends after the deliveries under way. */
  stop(): Promise<void>;
};

export type WorkerDeps = MailDeps & { onUnexpected(error: unknown, where: string): void };

/** Seconds for which no other mail is worth a try either, after what came of this one. */
function pauseAfter(delivery: Delivery): number {
  if (delivery.outcome === 'misconfigured') {
    return misconfiguredPause;
  }
  return delivery.outcome === 'retry' && delivery.reason === 'rate_limited'
    ? (delivery.afterSeconds ?? misconfiguredPause)
    : 0;
}

/** Delivers the outbox's mails until it is stopped. Any number of workers, in any number of processes, share the work. */
export function startWorker(deps: WorkerDeps): OutboxWorker {
  const stopping = new AbortController();
  let resting = new AbortController();
  let pause = 0;
  let failing = false;

  const drain = async (): Promise<void> => {
    while (!stopping.signal.aborted && pause === 0) {
      const delivery = await deliverNext(deps);
      if (!delivery) {
        return;
      }
      pause = Math.max(pause, pauseAfter(delivery));
    }
  };

  const look = async (): Promise<void> => {
    await expireMails(deps.orm.em.fork());
    // While something was wrong one mail is the probe; the others follow when it has left.
    const width = pause > 0 ? 1 : lanes;
    pause = 0;
    await Promise.all(Array.from({ length: width }, drain));
  };

  const rest = async (): Promise<void> => {
    const milliseconds = pause > 0 ? pause * 1_000 : lookInterval;
    await sleep(milliseconds, undefined, { signal: resting.signal, ref: false }).catch(() => {});
  };

  /** Tells of a trouble when it begins, not each second that it lasts. */
  const report = (error: unknown): void => {
    if (!failing) {
      deps.onUnexpected(error, 'outbox');
    }
    failing = true;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      resting = new AbortController();
      await look().then(() => (failing = false), report);
      await rest();
    }
  };

  const running = run();
  return {
    // New mail ends a rest, but not a pause.
    wake: () => {
      if (pause === 0) {
        resting.abort();
      }
    },
    health: async () => (pause > 0 || (await isMailHeld(deps)) ? 'degraded' : 'ok'),
    stop: async () => {
      stopping.abort();
      resting.abort();
      await running;
    },
  };
}
