import type { WebhookAnswer } from '../../context.ts';
import {
  type JobWorker,
  longestWithoutSuccess,
  startRecurring,
  startWorker,
  type WorkerOptions,
} from '../../jobs/worker.ts';
import {
  claimDelivery,
  type DueDelivery,
  giveBackDelivery,
  makeDeliveries,
  readWebhookFigures,
  type WebhookFigures,
} from './deliveries.sql.ts';
import { mailing } from './mail-admins.ts';
import { recordAnswer, sendDelivery, type WebhookDeps } from './send-delivery.ts';

/*
 * Sends changes to webhook endpoints.
 *
 * Problem: an endpoint may be slow, hang or be down for hours. It must not delay
 * others, and it must get each change.
 *
 * Plan: one loop turns new changes into delivery rows. Eight places claim due
 * rows under a lease, send them and record the answers. Only two places retry. A
 * failing endpoint gets one change a minute, and is switched off after a day.
 *
 * Price: a receiver may get a change twice, and changes in another order.
 */

/** Milliseconds between polls. */
const intervals = { make: 1_000, deliver: 1_000, mail: 60_000 };

/** Parallel deliveries. */
const concurrency = 8;

/** How many may be retries. So hanging ones leave places for new changes. */
const repeating = 2;

export type WebhookWorker = Pick<JobWorker, 'stop' | 'secondsSinceSuccess'> & {
  /** Looks for new changes at once. */
  wake(): void;
  figures(): Promise<WebhookFigures>;
};

/** Runs tasks one after another. */
function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = last.then(work);
    last = next.catch(() => {});
    return next;
  };
}

/** All instances share the work. */
export function startWebhooks(
  deps: WebhookDeps & Pick<WorkerOptions, 'onUnexpected'>,
): WebhookWorker {
  const { em } = deps.orm;
  const { onUnexpected } = deps;
  const sending = new Set<DueDelivery>();
  // Each claim knows the deliveries of the claims before it.
  const inTurn = createQueue();
  const claim = (place: number): Promise<DueDelivery | undefined> =>
    inTurn(async () => {
      const [due] = await claimDelivery(em, {
        repeats: place < repeating ? [true, false] : [false],
        sending: [...sending].map(({ endpointId }) => endpointId),
        places: concurrency - sending.size,
        keyIds: deps.keys.ids,
      });
      if (due) sending.add(due);
      return due;
    });
  const deliveries = startWorker<DueDelivery, WebhookAnswer | undefined>(
    {
      claim,
      run: (due) => sendDelivery(deps, due).finally(() => sending.delete(due)),
      record: async (due, answer) => {
        await recordAnswer(deps, due, answer);
        return 'healthy';
      },
      giveBack: async (due) => void (await giveBackDelivery(em, due)),
    },
    { name: 'webhooks', concurrency, interval: intervals.deliver, onUnexpected },
  );
  const making = startRecurring(
    async (signal) => {
      let made = 1;
      while (made > 0 && !signal.aborted) {
        made = (await makeDeliveries(em))[0]?.made ?? 0;
        for (let woken = 0; woken < Math.min(made, concurrency); woken += 1) {
          deliveries.wake();
        }
      }
    },
    { name: 'webhooks.make', interval: intervals.make, onUnexpected },
  );
  const mails = startWorker(mailing(deps), {
    name: 'webhooks.mail',
    concurrency: 1,
    interval: intervals.mail,
    onUnexpected,
  });
  return {
    wake: () => making.wake(),
    secondsSinceSuccess: () => longestWithoutSuccess(making, deliveries, mails),
    figures: async () => {
      const [figures] = await readWebhookFigures(em);
      return figures ?? { oldestSeconds: 0, failingSeconds: 0, switchedOff: 0 };
    },
    stop: async () => {
      await Promise.all([making.stop(), deliveries.stop(), mails.stop()]);
    },
  };
}
