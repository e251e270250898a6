import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client';
import type { PrometheusContentType } from '@prometheus-io/client';
import { auditEventTypes, type StatementTimes } from '@namecard/db';
import {
  countedEvents,
  limitNames,
  reasons,
  securityEvents,
  webhookEvents,
} from '@namecard/router';
import type { FastifyInstance } from 'fastify';
import fastifyMetrics from 'fastify-metrics';
import { troubleMessages } from './messages.ts';
import { requireSecret } from './shared-secret.ts';

/** Seconds; 0.3 is the service level of a sign-in, 10 that of a mail. */
const buckets = {
  calls: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  mails: [0.3, 1, 3, 10, 30, 60, 300, 1_800],
  routes: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
};

/** Milliseconds that a number is waited for: Prometheus gives up after a few seconds. */
const timeout = 2_000;

type Samples = readonly { labels: Record<string, string>; value: number }[];
type Reading = number | Samples;

/**
 * NaN if a number can't be read, or not in time: without the database the other metrics are
 * still shown.
 */
async function readInTime(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await Promise.race([read(), sleep(timeout, Number.NaN, { ref: false })]);
  } catch {
    return Number.NaN;
  }
}

type Registers = Registry<PrometheusContentType>[];

/**
 * A counter by a label whose values are known. Each value is there before its first report,
 * so that this is an increase.
 */
function countBy(
  registers: Registers,
  options: { name: string; help: string; label: string; values: readonly string[] },
): Counter<string> {
  const { name, help, label, values } = options;
  const counter = new Counter({ registers, name, help, labelNames: [label] });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return counter;
}

/** What is counted and timed as it is reported. */
const createCounts = (registers: Registers) => ({
  events: countBy(registers, {
    name: 'namecard_events_total',
    help: 'What happened',
    label: 'event',
    values: [...countedEvents, ...securityEvents],
  }),
  errors: countBy(registers, {
    name: 'namecard_errors_total',
    help: 'Errors that clients were given',
    label: 'reason',
    values: reasons,
  }),
  moderation: countBy(registers, {
    name: 'namecard_moderation_total',
    help: 'What was done to profiles, users and the rest, as the history has it',
    label: 'type',
    values: auditEventTypes,
  }),
  webhooks: countBy(registers, {
    name: 'namecard_webhooks_total',
    help: 'What came of telling webhooks of changes',
    label: 'event',
    values: webhookEvents,
  }),
  limits: countBy(registers, {
    name: 'namecard_limited_total',
    help: 'Times that a limit refused',
    label: 'limit',
    values: limitNames,
  }),
  troubles: countBy(registers, {
    name: 'namecard_database_failures_total',
    help: 'Times that the database could not do some work',
    label: 'trouble',
    values: Object.keys(troubleMessages),
  }),
  deliveries: new Counter({
    registers,
    name: 'namecard_deliveries_total',
    help: 'Tries to deliver a mail',
    labelNames: ['outcome', 'reason'],
  }),
  collections: new Counter({
    registers,
    name: 'namecard_memory_collections_total',
    help: 'Collections of garbage because memory was beyond its bounds',
  }),
  collectionSeconds: new Counter({
    registers,
    name: 'namecard_memory_collection_seconds_total',
    help: 'Time for which these collections held everything up',
  }),
  calls: new Histogram({
    registers,
    name: 'namecard_call_duration_seconds',
    help: 'How long calls of procedures took, over both faces, waiting included',
    labelNames: ['procedure', 'outcome'],
    buckets: buckets.calls,
  }),
  mails: new Histogram({
    registers,
    name: 'namecard_mail_delay_seconds',
    help: 'From when a mail was due, asked for or let go, until the provider took it',
    buckets: buckets.mails,
  }),
});

/** Reads at most once a second, however often it is asked. */
function readOnceASecond(read: () => Promise<string>): () => Promise<string> {
  let figures: Promise<string> | undefined;
  return () => {
    if (!figures) {
      figures = read();
      setTimeout(() => {
        figures = undefined;
      }, 1_000).unref();
    }
    return figures;
  };
}

/**
 * The metrics of one service, in a registry of its own. Imported only where metrics are
 * shown, since the client brings as many modules as the rest of this package has.
 */
export class Metrics {
  readonly register = new Registry<PrometheusContentType>();
  readonly counts = createCounts([this.register]);

  /** Adds a gauge that is read whenever the metrics are. */
  addGauge(
    options: { name: string; help: string; labelNames?: string[] },
    read: () => Reading | Promise<Reading>,
  ): void {
    const gauge: Gauge<string> = new Gauge({
      ...options,
      registers: [this.register],
      async collect() {
        const reading = await readInTime(read);
        gauge.reset();
        if (typeof reading !== 'number') {
          for (const { labels, value } of reading) gauge.set(labels, value);
        } else if (options.labelNames === undefined) {
          gauge.set(reading);
        }
      },
    });
  }

  addStatements(times: StatementTimes): void {
    const common = { registers: [this.register], labelNames: ['statement'] };
    const answered: Counter<string> = new Counter({
      ...common,
      name: 'namecard_statements_total',
      help: 'Statements that the database has answered',
      collect() {
        answered.reset();
        for (const { label, count } of times.read())
          answered.inc({ statement: label }, count);
      },
    });
    const lasted: Counter<string> = new Counter({
      ...common,
      name: 'namecard_statement_seconds_total',
      help: 'Time until the database had answered them',
      collect() {
        lasted.reset();
        for (const { label, seconds } of times.read())
          lasted.inc({ statement: label }, seconds);
      },
    });
  }

  /**
   * `/metrics` in Prometheus's text format: how long each route and procedure takes and how
   * the process fares. With a token, only for those who send it, as a Bearer token or as a
   * Basic password.
   */
  async mount(app: FastifyInstance, token: string | undefined): Promise<void> {
    const { register } = this;
    await app.register(fastifyMetrics.default, {
      endpoint: null,
      defaultMetrics: { enabled: true, register },
      routeMetrics: {
        enabled: { histogram: true, summary: false },
        groupStatusCodes: true,
        overrides: {
          histogram: { buckets: buckets.routes, registers: [register] },
          // It is registered although it is off.
          summary: { registers: [register] },
        },
      },
    });
    const realm = 'Bearer realm="metrics"';
    const hint = 'Send METRICS_TOKEN as a Bearer token.';
    const options =
      token === undefined ? {} : { onRequest: requireSecret(token, realm, hint) };
    const read = readOnceASecond(() => register.metrics());
    app.get('/metrics', options, async (_request, reply) => {
      return reply.type(register.contentType).send(await read());
    });
  }
}
