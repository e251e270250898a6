import { type DatabaseTrouble, troubleOf } from '@namecard/db';
import {
  addressInLog,
  countedEvents,
  type ErasureReceipt,
  type Hashes,
  limitNames,
  reasons,
  securityEvents,
  type SecurityEvent,
  type Telemetry,
  webhookEvents,
} from '@namecard/router';
import type { Logger } from 'pino';
import { createPeriods } from './periods.ts';

/** What a metric is at present, by its labels. */
export type Sample = { labels: Record<string, string>; value: number };

/** A number that is read whenever the metrics are asked for; NaN where that fails. */
export type Metric = {
  kind: 'counter' | 'gauge';
  name: string;
  help: string;
  labels?: readonly string[];
  read: () => number | readonly Sample[] | Promise<number | readonly Sample[]>;
};

/** Where times are put into buckets. */
type Buckets = Pick<Telemetry, 'answered'> & { delivered(seconds: number): void };

export type ServiceTelemetry = Telemetry & {
  /** What was reported since the process started. */
  readings: {
    events: ReadonlyMap<string, number>;
    limits: ReadonlyMap<string, number>;
    metrics: readonly Metric[];
  };
  addGauge(gauge: Omit<Metric, 'kind'>): void;
  addCounter(counter: Omit<Metric, 'kind'>): void;
  /** Has times put into buckets from now on. */
  measureInto(buckets: Buckets): void;
  /** Reports that the database could not do some work, and where. Trouble of one kind that lasts is one event in the log. */
  troubled(trouble: DatabaseTrouble, where: Record<string, string>): void;
  /** Whether that trouble was reported of late. */
  isTroubledBy(trouble: DatabaseTrouble): boolean;
  /** Reports that a job failed. One that goes on failing is one event in the log, whatever comes of it in between. */
  jobFailed(error: unknown, job: string): void;
};

/** Milliseconds without a report after which what was reported counts as over: more than the minute after which jobs write. */
const quiet = 90_000;

/** The same of a job's failures: more than the quarter of an hour after which a sweep that failed is run again. */
const quietOfJobs = 20 * 60_000;

const troubleMessages: Record<DatabaseTrouble, string> = {
  busy_pool: 'All connections of this process are busy for longer than a call may wait',
  contention: 'Writes of the same rows keep ending one another',
  disk_full: 'The database’s disk is full',
  lock_timeout: 'Locks in the database are held for longer than a call may wait',
  slow_statement: 'Statements take longer than they may',
  too_many_connections: 'The database has no connection left',
  unreachable: 'The database can’t be reached',
};

const eventMessages: Record<SecurityEvent, string> = {
  code_asked: 'somebody asked for a code',
  code_sent: 'the mail provider took a mail with a code',
  code_wrong: 'a code was wrong, used or expired',
  signed_in: 'somebody signed in',
  sessions_ended: 'sessions were ended',
  role_changed: 'a role was changed',
  suspended: 'an account was suspended, and its sessions ended',
  unsuspended: 'a suspension was ended',
};

/** Counts by one label each of whose values is known before, so that the first report is an increase too. */
function countsBy(label: string, values: readonly string[]) {
  const counts = new Map<string, number>(values.map((value) => [value, 0]));
  return {
    counts,
    add: (value: string) => void counts.set(value, (counts.get(value) ?? 0) + 1),
    read: () =>
      [...counts].map(([value, count]) => ({ labels: { [label]: value }, value: count })),
  };
}

/** What is counted, as it is reported. */
function createCounts(add: (counter: Omit<Metric, 'kind'>) => void) {
  const counted = (
    name: string,
    help: string,
    label: string,
    values: readonly string[],
  ) => {
    const counts = countsBy(label, values);
    add({ name: `namecard_${name}_total`, help, labels: [label], read: counts.read });
    return counts;
  };
  return {
    events: counted('events', 'What happened', 'event', [
      ...countedEvents,
      ...securityEvents,
    ]),
    errors: counted('errors', 'Errors that clients were given', 'reason', reasons),
    webhooks: counted(
      'webhooks',
      'What came of telling webhooks of changes',
      'event',
      webhookEvents,
    ),
    limits: counted('limited', 'Times that a limit refused', 'limit', limitNames),
    troubles: counted(
      'database_failures',
      'Times that the database could not do some work',
      'trouble',
      Object.keys(troubleMessages),
    ),
  };
}

/** Tries to deliver mail, by what came of them and why. */
function createDeliveries(add: (counter: Omit<Metric, 'kind'>) => void) {
  const samples = new Map<
    string,
    { labels: { outcome: string; reason: string }; value: number }
  >();
  add({
    name: 'namecard_deliveries_total',
    help: 'Tries to deliver a mail',
    labels: ['outcome', 'reason'],
    read: () => [...samples.values()],
  });
  return (outcome: string, reason: string) => {
    const key = `${outcome} ${reason}`;
    const sample = samples.get(key) ?? { labels: { outcome, reason }, value: 0 };
    samples.set(key, { ...sample, value: sample.value + 1 });
  };
}

type TelemetryOptions = {
  hashes?: Hashes;
  /** Writes the receipt of an erasure down beside the log. */
  keepReceipt?: ((receipt: ErasureReceipt) => Promise<void>) | undefined;
};

/**
 * Counts what services report, and logs security events, and each limit, kind of the database's trouble and failing job when it
 * begins and when it is over.
 * `hashes` names addresses in the log; without it events say nothing of whom they are about.
 */
export function createTelemetry(
  logger: Logger,
  { hashes, keepReceipt }: TelemetryOptions = {},
): ServiceTelemetry {
  const metrics: Metric[] = [];
  const addCounter: ServiceTelemetry['addCounter'] = (counter) =>
    void metrics.push({ ...counter, kind: 'counter' });
  const { events, errors, limits, troubles, webhooks } = createCounts(addCounter);
  const countDelivery = createDeliveries(addCounter);
  let buckets: Buckets | undefined;
  const refusing = createPeriods<string, []>({
    quiet,
    begin: (limit) => {
      const event = limit === 'wrong_codes_per_day' ? 'codes_closed' : 'limit_begun';
      logger.warn({ event, limit }, 'a limit has begun to refuse');
    },
    end: (limit, times) =>
      logger.info({ event: 'limit_over', limit, times }, 'a limit is over'),
  });
  const troubling = createPeriods<DatabaseTrouble, [Record<string, string>]>({
    quiet,
    begin: (trouble, where) => {
      const event = 'database_trouble_begun';
      logger.warn({ event, trouble, ...where }, troubleMessages[trouble]);
    },
    end: (trouble, times) => {
      const event = 'database_trouble_over';
      logger.info({ event, trouble, times }, 'the database’s trouble is over');
    },
  });
  const mailing = createPeriods<'mail', [string]>({
    quiet,
    begin: (_, reason) =>
      logger.warn({ event: 'mail_trouble_begun', reason }, 'mail does not leave'),
    end: () => logger.info({ event: 'mail_trouble_over' }, 'mail leaves again'),
  });
  const unforwarded = createPeriods<'mail', []>({
    quiet,
    begin: () =>
      logger.warn(
        { event: 'forwards_nothing' },
        'Most mail to new addresses is asked for from one IP address, whose requests carry no forwarded header, and its mail is held. If it is your frontend’s server, set TRUST_PROXY to its address and have it pass its visitors’ addresses on in X-Forwarded-For.',
      ),
    end: () => {},
  });
  const failing = createPeriods<string, [unknown]>({
    quiet: quietOfJobs,
    begin: (job, err) => logger.error({ event: 'job_failing', job, err }, 'a job fails'),
    end: (job, times) =>
      logger.info(
        { event: 'job_recovered', job, times },
        'a job has not failed for 20 minutes',
      ),
  });
  const troubled: ServiceTelemetry['troubled'] = (trouble, where) => {
    troubling.report(trouble, where);
    troubles.add(trouble);
  };
  return {
    readings: { events: events.counts, limits: limits.counts, metrics },
    addGauge: (gauge) => metrics.push({ ...gauge, kind: 'gauge' }),
    addCounter,
    measureInto: (given) => {
      buckets = given;
    },
    count: events.add,
    countError: errors.add,
    limited: (limit) => {
      refusing.report(limit);
      limits.add(limit);
    },
    event: (event, { address, ...concerned }) => {
      events.add(event);
      const person = hashes && addressInLog(hashes, address, new Date());
      logger.info({ event, person, ...concerned }, eventMessages[event]);
    },
    answered: (procedure, outcome, milliseconds) =>
      buckets?.answered(procedure, outcome, milliseconds),
    delivered: (delivery, seconds) => {
      countDelivery(delivery.outcome, delivery.outcome === 'sent' ? '' : delivery.reason);
      if (seconds !== undefined) {
        buckets?.delivered(seconds);
      }
    },
    erased: async (receipt) => {
      logger.info({ event: 'account_erased', ...receipt }, 'an account was erased');
      await keepReceipt?.(receipt);
    },
    webhook: (event) => {
      webhooks.add(event);
      if (event === 'switched_off') {
        logger.warn(
          { event: 'webhook_switched_off' },
          'a webhook accepted nothing for a day',
        );
      }
    },
    mailTroubled: (reason) => mailing.report('mail', reason),
    forwardsNothing: () => unforwarded.report('mail'),
    troubled,
    isTroubledBy: (trouble) => troubling.isLasting(trouble),
    jobFailed: (error, job) => {
      const trouble = troubleOf(error);
      if (trouble) {
        troubled(trouble, { job });
      } else {
        failing.report(job, error);
      }
    },
  };
}

/** A fault of ours is logged whole, each time; the database's trouble when it begins and ends, since every call would say so. */
export function reportFailure(
  {
    logger,
    telemetry,
  }: { logger: Logger; telemetry: Pick<ServiceTelemetry, 'troubled'> },
  error: unknown,
  where: Record<string, string>,
): void {
  const trouble = troubleOf(error);
  if (trouble) {
    telemetry.troubled(trouble, where);
  } else {
    logger.error({ err: error, ...where }, 'failed');
  }
}
