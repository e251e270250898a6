import type { WebhookAnswer } from '../../context.ts';
import {
  type JobWorker,
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
} from './queries.ts';
import {
  mailAdmins,
  recordAnswer,
  resealSecrets,
  sendDelivery,
  type WebhookDeps,
} from './service.ts';

/** Milliseconds between two looks for changes that were numbered, for deliveries to try again, and for what is seldom to be done. */
const intervals = { make: 250, deliver: 1_000, keep: 60_000 };

/** Deliveries at a time, and of one endpoint: one that hangs leaves half of them to the others. */
const concurrency = 8;
const mostOfOne = 4;

/** Of these, how many may be tried again: a subject that fails each time leaves the others to whatever is new. */
const repeating = 2;

export type WebhookWorker = Pick<JobWorker, 'stop' | 'secondsSinceSuccess'> & {
  figures(): Promise<WebhookFigures>;
};

/** How many of each endpoint are being sent. */
function createSending() {
  const counts = new Map<string, number>();
  const add = (id: string, more: 1 | -1) => counts.set(id, (counts.get(id) ?? 0) + more);
  return {
    busy: () => [...counts].flatMap(([id, count]) => (count >= mostOfOne ? id : [])),
    track: async <Result>(id: string, work: () => Promise<Result>): Promise<Result> => {
      add(id, 1);
      return work().finally(() => add(id, -1));
    },
  };
}

/** Tells endpoints of changes until it is stopped. Any number of instances share the work. */
export function startWebhooks(
  deps: WebhookDeps & Pick<WorkerOptions, 'onUnexpected'>,
): WebhookWorker {
  const { em } = deps.orm;
  const { onUnexpected } = deps;
  const sending = createSending();
  const claim = async (repeats: boolean): Promise<DueDelivery | undefined> => {
    const [due] = await claimDelivery(em, {
      repeats,
      busy: sending.busy(),
      keyIds: deps.keys.ids,
    });
    return due;
  };
  const deliveries = startWorker<DueDelivery, WebhookAnswer | undefined>(
    {
      claim: async (place) => (place < repeating ? await claim(true) : undefined) ?? claim(false),
      run: (due) => sending.track(due.endpointId, () => sendDelivery(deps, due)),
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
  const keeping = startRecurring(
    async () => {
      await resealSecrets(deps);
      await mailAdmins(deps);
    },
    { name: 'webhooks.keep', interval: intervals.keep, onUnexpected },
  );
  return {
    secondsSinceSuccess: () => deliveries.secondsSinceSuccess(),
    figures: async () => {
      const [figures] = await readWebhookFigures(em);
      return figures ?? { oldestSeconds: 0, failingSeconds: 0, switchedOff: 0 };
    },
    stop: async () => {
      await Promise.all([making.stop(), deliveries.stop(), keeping.stop()]);
    },
  };
}
