import type { Delivery } from '@namecard/email';
import { createIdle } from './idle.ts';
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

/**
 * Delivers the outbox's mails until it is stopped. Any number of workers, in any number of processes, share the work. Each of
 * its lanes goes by itself, so that a provider that leaves one mail unanswered holds no other up.
 */
export function startWorker(deps: WorkerDeps): OutboxWorker {
  const stopping = new AbortController();
  const idle = createIdle();
  const paused = createIdle();
  let pausedUntil = 0;
  let isTroubled = false;
  let isFailing = false;

  const note = (delivery: Delivery): void => {
    const seconds = pauseAfter(delivery);
    isTroubled = seconds > 0 || (isTroubled && delivery.outcome !== 'sent');
    pausedUntil = Math.max(pausedUntil, performance.now() + seconds * 1_000);
  };

  /** Tells of a trouble when it begins, not each second that it lasts. */
  const report = (error: unknown): undefined => {
    if (!isFailing) {
      deps.onUnexpected(error, 'outbox');
    }
    isFailing = true;
  };

  const attempt = async (): Promise<Delivery | undefined> => {
    try {
      const delivery = await deliverNext(deps);
      isFailing = false;
      return delivery;
    } catch (error) {
      return report(error);
    }
  };

  /** After a pause one mail is the probe, the first lane's; the others follow when it has left. */
  const lane = async (_: unknown, index: number): Promise<void> => {
    while (!stopping.signal.aborted) {
      const rest = pausedUntil - performance.now();
      if (rest > 0 || (isTroubled && index > 0)) {
        await paused.wait(Math.max(rest, lookInterval));
        continue;
      }
      const delivery = await attempt();
      if (delivery) {
        note(delivery);
      } else {
        await idle.wait(lookInterval);
      }
    }
  };

  const expiry = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await expireMails(deps.orm.em).catch(report);
      await paused.wait(lookInterval);
    }
  };

  const running = Promise.all([...Array.from({ length: lanes }, lane), expiry()]);
  return {
    wake: () => idle.wakeOne(),
    health: async () => (isTroubled || (await isMailHeld(deps)) ? 'degraded' : 'ok'),
    stop: async () => {
      stopping.abort();
      idle.end();
      paused.end();
      await running;
    },
  };
}
