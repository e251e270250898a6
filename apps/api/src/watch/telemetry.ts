import { type DatabaseTrouble, troubleIn } from '@namecard/db';
import {
  addressInLog,
  type KeptReceipt,
  type Hashes,
  type Telemetry,
} from '@namecard/router';
import type { Logger } from 'pino';
import { eventMessages, troubleMessages } from './messages.ts';
import type { Metrics } from './metrics.ts';
import { createPeriods } from './periods.ts';

export type ServiceTelemetry = Telemetry & {
  /** Counts a garbage collection that was needed to free memory. */
  collected(seconds: number): void;
  /**
   * Reports that the database failed at some work. Lasting trouble of one kind is
   * one event in the log, with the details from its beginning.
   */
  troubled(trouble: DatabaseTrouble, where: Record<string, string>): void;
  /** Whether this trouble was reported recently. */
  isTroubledBy(trouble: DatabaseTrouble): boolean;
  /**
   * Reports that a job failed. A job that keeps failing is one event in the log,
   * even if it succeeds in between.
   */
  jobFailed(error: unknown, job: string): void;
};

/** Milliseconds of quiet until trouble is over; jobs write each minute. */
const quiet = 90_000;

/** The same for jobs: a failed sweep runs again after 15 minutes. */
const quietOfJobs = 20 * 60_000;

type TelemetryOptions = {
  hashes?: Hashes;
  /** Host and port of the database, for the log. */
  database?: string;
  /** Writes receipts of erasures to a file. */
  keepReceipt?: ((receipt: KeptReceipt) => Promise<void>) | undefined;
  /** Undefined if metrics are off. */
  metrics?: Pick<Metrics, 'counts'> | undefined;
};

/**
 * Counts what services report. Logs security events. Logs the beginning and end
 * of limits, of database trouble and of failing jobs. `hashes` gives addresses a
 * name in the log; without it, events name nobody.
 */
export function createTelemetry(
  logger: Logger,
  { hashes, database, keepReceipt, metrics }: TelemetryOptions = {},
): ServiceTelemetry {
  const counts = metrics?.counts;
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
      logger.warn({ event, trouble, database, ...where }, troubleMessages[trouble]);
    },
    end: (trouble, times) => {
      const event = 'database_trouble_over';
      logger.info({ event, trouble, times }, 'the database’s trouble is over');
    },
  });
  const mailing = createPeriods<'mail', [string, string | undefined]>({
    quiet,
    begin: (_, reason, words) =>
      logger.warn({ event: 'mail_trouble_begun', reason, words }, 'mail does not leave'),
    end: () => logger.info({ event: 'mail_trouble_over' }, 'mail leaves again'),
  });
  const unforwarded = createPeriods<'mail', []>({
    quiet,
    begin: () =>
      logger.warn(
        { event: 'forwards_nothing' },
        'One IP address asks for most mail to new addresses. Its requests have no forwarded header, and its mail is held. If it is your frontend’s server, set TRUST_PROXY to its address and let it send its visitors’ addresses in X-Forwarded-For.',
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
    counts?.troubles.inc({ trouble });
  };
  return {
    count: (event) => counts?.events.inc({ event }),
    countError: (reason) => counts?.errors.inc({ reason }),
    collected: (seconds) => {
      counts?.collections.inc();
      counts?.collectionSeconds.inc(seconds);
    },
    limited: (limit) => {
      refusing.report(limit);
      counts?.limits.inc({ limit });
    },
    event: (event, { address, ...concerned }) => {
      counts?.events.inc({ event });
      const person = hashes && addressInLog(hashes, address, new Date());
      logger.info({ event, person, ...concerned }, eventMessages[event]);
    },
    moderated: (type) => counts?.moderation.inc({ type }),
    answered: (procedure, outcome, milliseconds) =>
      counts?.calls.observe({ procedure, outcome }, milliseconds / 1_000),
    delivered: (delivery, seconds, isHeld = false) => {
      const isKept = isHeld && delivery.outcome === 'refused';
      const outcome = isKept ? 'held' : delivery.outcome;
      const reason = delivery.outcome === 'sent' ? '' : delivery.reason;
      counts?.deliveries.inc({ outcome, reason });
      if (seconds !== undefined) counts?.mails.observe(seconds);
    },
    erased: async (receipt) => {
      logger.info({ event: 'account_erased', ...receipt }, 'an account was erased');
      await keepReceipt?.(receipt);
    },
    unbanned: async (end) => {
      logger.info({ event: 'ban_ended', ...end }, 'a ban was ended');
      await keepReceipt?.(end);
    },
    webhook: (event) => {
      counts?.webhooks.inc({ event });
      if (event === 'switched_off') {
        logger.warn(
          { event: 'webhook_switched_off' },
          'a webhook accepted nothing for a day',
        );
      }
    },
    mailTroubled: (reason, words) => mailing.report('mail', reason, words),
    forwardsNothing: () => unforwarded.report('mail'),
    troubled,
    isTroubledBy: (trouble) => troubling.isLasting(trouble),
    jobFailed: (error, job) => {
      const found = troubleIn(error);
      if (found) {
        troubled(found.trouble, { job, reason: found.reason });
      } else {
        failing.report(job, error);
      }
    },
  };
}

/**
 * Logs a bug fully each time. Logs trouble of the database only when it begins
 * and ends, because every call would report it.
 */
export function reportFailure(
  {
    logger,
    telemetry,
  }: { logger: Logger; telemetry: Pick<ServiceTelemetry, 'troubled'> },
  error: unknown,
  where: Record<string, string>,
): void {
  const found = troubleIn(error);
  if (found) {
    telemetry.troubled(found.trouble, { ...where, reason: found.reason });
  } else {
    logger.error({ err: error, ...where }, 'failed');
  }
}
