import { setTimeout as sleep } from 'node:timers/promises';
import { expireMails } from './queries.ts';
import { deliverNext, misconfiguredPause, type MailDeps } from './service.ts';

/** Milliseconds after which the outbox is looked at unasked, for what another instance left behind. */
const lookInterval = 1_000;

/** Mails delivered at a time. */
const lanes = 4;

export type OutboxWorker = {
  /** Looks at once: a mail was committed. */
  wake(): void;
  /** Whether the provider takes mail from us. */
  health(): 'ok' | 'degraded';
  /** Ends after the deliveries under way. */
  stop(): Promise<void>;
};

export type WorkerDeps = MailDeps & { onUnexpected(error: unknown, where: string): void };

/** Delivers the outbox's mails until it is stopped. Any number of workers, in any number of processes, share the work. */
export function startWorker(deps: WorkerDeps): OutboxWorker {
  const stopping = new AbortController();
  let waker = new AbortController();
  let degraded = false;

  const drain = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const delivery = await deliverNext(deps);
      if (!delivery) {
        return;
      }
      degraded = delivery.outcome === 'misconfigured';
      if (degraded) {
        return;
      }
    }
  };

  const look = async (): Promise<void> => {
    await expireMails(deps.orm.em.fork());
    await Promise.all(Array.from({ length: lanes }, drain));
  };

  /** While the provider refuses the account itself, new mail does not make another try worth while. */
  const rest = (): Promise<unknown> =>
    sleep(degraded ? misconfiguredPause * 1_000 : lookInterval, undefined, {
      signal: degraded ? stopping.signal : AbortSignal.any([stopping.signal, waker.signal]),
      ref: false,
    }).catch(() => undefined);

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      waker = new AbortController();
      await look().catch((error: unknown) => deps.onUnexpected(error, 'outbox'));
      await rest();
    }
  };

  const running = run();
  return {
    wake: () => waker.abort(),
    health: () => (degraded ? 'degraded' : 'ok'),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
