import { doneTogether } from '@namecard/db';
import type { Delivery } from '@namecard/email';
import {
  type JobWorker,
  longestWithoutSuccess,
  startRecurring,
  startWorker,
  type Verdict,
  type WorkerOptions,
} from '../jobs/worker.ts';
import type { Telemetry } from '../telemetry.ts';
import {
  claimNext,
  claimProbe,
  deliverMail,
  type MailDeps,
  misconfiguredPause,
  recordDelivery,
  withhold,
} from './delivery.ts';
import { type DueMail, expireMails } from './mails.sql.ts';
import type { Claimed } from './claim-mails.sql.ts';
import { endHold, holds } from './provider-hold.sql.ts';
import { giveBackMail } from './outcomes.sql.ts';
import { type Queue, readQueue } from './trouble.sql.ts';
import { isMailDegraded, reportWaiting } from './trouble.ts';

/*
 * Delivers the mails with sign-in codes.
 *
 * Problem: a person waits, but the provider may be slow or down, or an instance
 * may crash.
 *
 * Plan: a request only inserts a row into the outbox. Workers of all instances
 * claim rows under a lease, send the mails and record the outcomes. When a lease
 * ends, another worker takes the mail. A mail is retried until its code has two
 * minutes left, or the provider refuses the mail. If the provider refuses everybody,
 * the mails are held, and one a minute is tried.
 *
 * Price: a mail is sent twice if a worker crashes after sending it, before it
 * records the outcome.
 */

/** Milliseconds between polls. They find retries, and mail of other instances. */
const interval = 1_000;

/** Milliseconds between rounds that expire, withhold and report mail. */
const keepInterval = 10_000;

/** Parallel deliveries. A delivery holds no connection to the database. */
const concurrency = 12;

/** At most so many are retries. If these hang, the rest can send first tries. */
const repeating = 4;

export type OutboxWorker = JobWorker & {
  /**
   * `degraded` if mail is late, the provider refuses us, or the hourly budget is
   * used up. All instances read it from the database, so they agree.
   */
  health(): Promise<'ok' | 'degraded'>;
  queue(): Promise<Queue>;
};

export type OutboxWorkerDeps = MailDeps &
  Pick<WorkerOptions, 'onUnexpected'> & { telemetry: Telemetry };

/** Decides from this delivery whether other mails are worth a try. */
function verdictOn(delivery: Delivery): Verdict {
  switch (delivery.outcome) {
    case 'sent':
      return 'healthy';
    case 'misconfigured':
      return holds(delivery.reason) ? 'unclear' : { pauseSeconds: misconfiguredPause };
    case 'retry':
      return delivery.reason === 'rate_limited'
        ? { pauseSeconds: delivery.afterSeconds ?? misconfiguredPause }
        : 'unclear';
    case 'refused':
      return 'unclear';
  }
}

/** The result for one place: a mail, or whether another claim may find one. */
type Given = { mail: DueMail | undefined; isMore: boolean };

/** Gives each place a mail. Retries go to the first places, which accept them. */
function handOut(
  mails: readonly DueMail[],
  places: readonly number[],
  isMore: boolean,
): Given[] {
  const repeatsFirst = mails.toSorted((one, other) => other.attempts - one.attempts);
  const inOrder = places.toSorted((one, other) => one - other);
  return places.map((place) => ({ mail: repeatsFirst[inOrder.indexOf(place)], isMore }));
}

/** What this instance knows. It learns of other instances' holds every 10 s. */
type Hold = { isOn: boolean };

async function probe(deps: OutboxWorkerDeps, hold: Hold): Promise<Claimed | undefined> {
  const claimed = hold.isOn ? await claimProbe(deps) : undefined;
  hold.isOn &&= claimed !== undefined;
  return claimed;
}

/**
 * One claim at a time: with a budget, only one of two gets a mail to a stranger.
 */
function claiming(
  deps: OutboxWorkerDeps,
  hold: Hold,
): (place: number) => Promise<DueMail | undefined> {
  const together = doneTogether(async (_, places: readonly number[]) => {
    const repeats = places.filter((place) => place < repeating).length;
    const wanted = { most: places.length, repeats };
    const { mails, isMore } =
      (await probe(deps, hold)) ?? (await claimNext(deps, wanted));
    return handOut(mails, places, isMore);
  }, 1);
  const claim = async (place: number): Promise<DueMail | undefined> => {
    const { mail, isMore } = await together(deps.orm.em, place);
    return mail ?? (isMore ? claim(place) : undefined);
  };
  return claim;
}

/** Delivers mails from the outbox and expires late ones until it is stopped. */
export function startOutbox(deps: OutboxWorkerDeps): OutboxWorker {
  const { em } = deps.orm;
  const { onUnexpected } = deps;
  const hold: Hold = { isOn: false };
  const claim = claiming(deps, hold);
  const deliveries = startWorker<DueMail, Delivery>(
    {
      claim,
      run: (mail) => deliverMail(deps, mail),
      record: async (mail, delivery) => {
        const { seconds, isHeld } = await recordDelivery(deps, mail, delivery);
        deps.telemetry.delivered(delivery, seconds, isHeld);
        if (delivery.outcome === 'sent') {
          deps.telemetry.event('code_sent', { address: mail.address });
          if (hold.isOn) await endHold(em);
        } else if (isHeld) {
          hold.isOn = true;
          deps.telemetry.mailTroubled(delivery.reason, deps.mailer.words?.());
        }
        return verdictOn(delivery);
      },
      giveBack: ({ id }) => giveBackMail(em, id),
    },
    { name: 'outbox', interval, concurrency, onUnexpected },
  );
  const keeping = startRecurring(
    async () => {
      await expireMails(em);
      await withhold(deps);
      const trouble = await reportWaiting(deps);
      hold.isOn ||= trouble !== undefined && holds(trouble);
    },
    { name: 'outbox', interval: keepInterval, onUnexpected },
  );
  return {
    wake: () => deliveries.wake(),
    health: async () => ((await isMailDegraded(deps)) ? 'degraded' : 'ok'),
    queue: () => readQueue(em),
    secondsSinceSuccess: () => longestWithoutSuccess(deliveries, keeping),
    stop: async () => {
      await Promise.all([deliveries.stop(), keeping.stop()]);
    },
  };
}
