import { doneTogether } from '@namecard/db';
import type { Delivery } from '@namecard/email';
import {
  type JobWorker,
  startRecurring,
  startWorker,
  type Verdict,
  type WorkerOptions,
} from '../jobs/worker.ts';
import type { Telemetry } from '../telemetry.ts';
import {
  claimNext,
  deliverMail,
  type MailDeps,
  misconfiguredPause,
  recordDelivery,
  withhold,
} from './delivery.ts';
import { type DueMail, expireMails } from './mails.sql.ts';
import { giveBackMail } from './outcomes.sql.ts';
import { type Queue, readQueue } from './trouble.sql.ts';
import { isMailDegraded, reportWaiting } from './trouble.ts';

/** Milliseconds after which the outbox is looked at unasked, for what another instance left behind. */
const interval = 1_000;

/** Milliseconds after which mail that is too late is ended, and it is reported what still waits. */
const keepInterval = 10_000;

/** Mails delivered at a time. While one is with the provider it needs no connection to the database. */
const concurrency = 12;

/** Of these, how many may be tried again: mails that hang each time leave the others to whoever comes. */
const repeating = 4;

export type OutboxWorker = Pick<JobWorker, 'wake' | 'stop' | 'secondsSinceSuccess'> & {
  /**
   * `degraded` while the provider refuses the account or asks to wait, a mail waits for a minute or longer, or mail waits for the
   * budget of all: the same whichever instance is asked.
   */
  health(): Promise<'ok' | 'degraded'>;
  /** What waits to be delivered. */
  queue(): Promise<Queue>;
};

export type OutboxWorkerDeps = MailDeps &
  Pick<WorkerOptions, 'onUnexpected'> & { telemetry: Telemetry };

/** Whether any other mail is worth a try, after what came of this one. */
function verdictOn(delivery: Delivery): Verdict {
  switch (delivery.outcome) {
    case 'sent':
      return 'healthy';
    case 'misconfigured':
      return { pauseSeconds: misconfiguredPause };
    case 'retry':
      return delivery.reason === 'rate_limited'
        ? { pauseSeconds: delivery.afterSeconds ?? misconfiguredPause }
        : 'unclear';
    case 'refused':
      return 'unclear';
  }
}

/** What a place is given: a mail or, where there is none, whether there may be one all the same. */
type Given = { mail: DueMail | undefined; isMore: boolean };

/** Gives each place a mail, those that were tried before to the first places, which may repeat. */
function handOut(
  mails: readonly DueMail[],
  places: readonly number[],
  isMore: boolean,
): Given[] {
  const repeatsFirst = mails.toSorted((one, other) => other.attempts - one.attempts);
  const inOrder = places.toSorted((one, other) => one - other);
  return places.map((place) => ({ mail: repeatsFirst[inOrder.indexOf(place)], isMore }));
}

/**
 * Claims a mail for a place, in one statement with whichever places look for one while another is under way: one claim at a time, as
 * two would pass over each other's mails and wait for each other's budget.
 */
function claiming(
  deps: OutboxWorkerDeps,
): (place: number) => Promise<DueMail | undefined> {
  const together = doneTogether(async (_, __: undefined, places: readonly number[]) => {
    const repeats = places.filter((place) => place < repeating).length;
    const { mails, isMore } = await claimNext(deps, { most: places.length, repeats });
    return handOut(mails, places, isMore);
  }, 1);
  const claim = async (place: number): Promise<DueMail | undefined> => {
    const { mail, isMore } = await together(deps.orm.em, undefined, place);
    return mail ?? (isMore ? claim(place) : undefined);
  };
  return claim;
}

/** Delivers the outbox's mails, and ends those that are too late, until it is stopped. */
export function startOutbox(deps: OutboxWorkerDeps): OutboxWorker {
  const { em } = deps.orm;
  const { onUnexpected } = deps;
  const claim = claiming(deps);
  const deliveries = startWorker<DueMail, Delivery>(
    {
      claim,
      run: (mail) => deliverMail(deps, mail),
      record: async (mail, delivery) => {
        const seconds = await recordDelivery(deps, mail, delivery);
        deps.telemetry.delivered(delivery, seconds);
        if (delivery.outcome === 'sent') {
          deps.telemetry.event('code_sent', { address: mail.address });
        }
        return verdictOn(delivery);
      },
      giveBack: ({ id }) => giveBackMail(em, undefined, id),
    },
    { name: 'outbox', interval, concurrency, onUnexpected },
  );
  const keeping = startRecurring(
    async () => {
      await expireMails(em);
      await withhold(deps);
      await reportWaiting(deps);
    },
    { name: 'outbox', interval: keepInterval, onUnexpected },
  );
  return {
    wake: () => deliveries.wake(),
    health: async () => ((await isMailDegraded(deps)) ? 'degraded' : 'ok'),
    queue: () => readQueue(em),
    secondsSinceSuccess: () => deliveries.secondsSinceSuccess(),
    stop: async () => {
      await Promise.all([deliveries.stop(), keeping.stop()]);
    },
  };
}
