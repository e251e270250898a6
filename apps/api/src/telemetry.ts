import { type DatabaseTrouble, troubleOf } from '@namecard/db';
import type { CountedEvent, ErasureReceipt, LimitName, Reason, Telemetry } from '@namecard/router';
import type { Logger } from 'pino';

/** Milliseconds without a report after which what was reported counts as over. */
const quiet = 60_000;

type Gauge = {
  name: string;
  help: string;
  read: () => number | Promise<number>;
  /** How those of several workers become one: `max` for what they all read in the database; `sum` unless given. */
  aggregator?: 'sum' | 'max';
};

/** What was reported since the process started. */
type Readings = {
  events: ReadonlyMap<CountedEvent, number>;
  errors: ReadonlyMap<Reason, number>;
  limits: ReadonlyMap<LimitName, number>;
  gauges: readonly Gauge[];
};

export type ServiceTelemetry = Telemetry & {
  readings: Readings;
  /** Adds a number that is read whenever the metrics are asked for; NaN where that fails. */
  addGauge(gauge: Gauge): void;
  /** Reports that the database could not do some work, and where. Trouble of one kind that lasts is one event in the log. */
  troubled(trouble: DatabaseTrouble, where: Record<string, string>): void;
};

const troubleMessages: Record<DatabaseTrouble, string> = {
  busy_pool: 'All connections of this process are busy for longer than a call may wait',
  contention: 'Writes of the same rows keep ending one another',
  disk_full: 'The database’s disk is full',
  lock_timeout: 'Locks in the database are held for longer than a call may wait',
  slow_statement: 'Statements take longer than they may',
  too_many_connections: 'The database has no connection left',
  unreachable: 'The database can’t be reached',
};

const addTo = <Name>(counts: Map<Name, number>, name: Name) =>
  counts.set(name, (counts.get(name) ?? 0) + 1);

/**
 * Tells when something that is reported again and again begins and when it is over, instead of each time.
 * @param end called with how often it was reported
 */
function createPeriods<Name, Details extends unknown[]>(
  begin: (name: Name, ...details: Details) => void,
  end: (name: Name, times: number) => void,
): (name: Name, ...details: Details) => void {
  const lasting = new Map<Name, { timer: NodeJS.Timeout; times: number }>();
  const finish = (name: Name) => {
    const { times = 0 } = lasting.get(name) ?? {};
    lasting.delete(name);
    end(name, times);
  };
  return (name, ...details) => {
    const last = lasting.get(name);
    if (last) {
      last.timer.refresh();
      last.times += 1;
    } else {
      lasting.set(name, { timer: setTimeout(finish, quiet, name).unref(), times: 1 });
      begin(name, ...details);
    }
  };
}

/**
 * Counts what services report, and logs each limit when it begins to refuse and when it has refused nothing for a minute; the
 * same of each kind of the database's trouble.
 * @param keepReceipt writes the receipt of an erasure down beside the log
 */
export function createTelemetry(
  logger: Logger,
  keepReceipt: (receipt: ErasureReceipt) => Promise<void> = async () => {},
): ServiceTelemetry {
  const events = new Map<CountedEvent, number>();
  const errors = new Map<Reason, number>();
  const limits = new Map<LimitName, number>();
  const gauges: Gauge[] = [];
  const refusing = createPeriods<LimitName, []>(
    (limit) => logger.warn({ limit }, 'a limit has begun to refuse'),
    (limit, times) => logger.info({ limit, times }, 'a limit is over'),
  );
  return {
    readings: { events, errors, limits, gauges },
    addGauge: (gauge) => gauges.push(gauge),
    count: (event) => addTo(events, event),
    countError: (reason) => addTo(errors, reason),
    limited: (limit) => {
      refusing(limit);
      addTo(limits, limit);
    },
    erased: async (receipt) => {
      logger.info({ event: 'account_erased', ...receipt }, 'an account was erased');
      await keepReceipt(receipt);
    },
    troubled: createPeriods<DatabaseTrouble, [Record<string, string>]>(
      (trouble, where) => logger.warn({ trouble, ...where }, troubleMessages[trouble]),
      (trouble, times) => logger.info({ trouble, times }, 'the database’s trouble is over'),
    ),
  };
}

/** A fault of ours is logged whole, each time; the database's trouble when it begins and ends, since every call would say so. */
export function reportFailure(
  { logger, telemetry }: { logger: Logger; telemetry: Pick<ServiceTelemetry, 'troubled'> },
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
