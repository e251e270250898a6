import { setTimeout as sleep } from 'node:timers/promises';
import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from '@prometheus-io/client';
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

/** In seconds. The service level is 0.3 for a sign-in and 10 for a mail. */
const buckets = {
  calls: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  mails: [0.3, 1, 3, 10, 30, 60, 300, 1_800],
  routes: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
};

/** Milliseconds to wait for a value. Prometheus gives up after a few seconds. */
const timeout = 2_000;

type Samples = readonly { labels: Record<string, string>; value: number }[];
type Reading = number | Samples;

/** NaN if too slow. So without the database other metrics still work. */
async function readInTime(read: () => Reading | Promise<Reading>): Promise<Reading> {
  try {
    return await Promise.race([read(), sleep(timeout, Number.NaN, { ref: false })]);
  } catch {
    return Number.NaN;
  }
}

type Registers = Registry<PrometheusContentType>[];

/**
 * A counter with known label values. Each starts at 0, so that Prometheus sees
 * the first report as an increase.
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

const createCounts = (registers: Registers) => ({
  events: countBy(registers, {
    name: 'namecard_events_total',
    help: 'What happened',
    label: 'event',
    values: [...countedEvents, ...securityEvents],
  }),
  errors: countBy(registers, {
    name: 'namecard_errors_total',
    help: 'Errors of calls',
    label: 'reason',
    values: reasons,
  }),
  moderation: countBy(registers, {
    name: 'namecard_moderation_total',
    help: 'Moderation events, as in the history',
    label: 'type',
    values: auditEventTypes,
  }),
  webhooks: countBy(registers, {
    name: 'namecard_webhooks_total',
    help: 'Results of deliveries to webhooks',
    label: 'event',
    values: webhookEvents,
  }),
  limits: countBy(registers, {
    name: 'namecard_limited_total',
    help: 'Refusals by a limit',
    label: 'limit',
    values: limitNames,
  }),
  troubles: countBy(registers, {
    name: 'namecard_database_failures_total',
    help: 'Failures of the database',
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
    help: 'Garbage collections because memory exceeded its limits',
  }),
  collectionSeconds: new Counter({
    registers,
    name: 'namecard_memory_collection_seconds_total',
    help: 'Time that these collections blocked the process',
  }),
  calls: new Histogram({
    registers,
    name: 'namecard_call_duration_seconds',
    help: 'Duration of calls over REST and tRPC, waiting included',
    labelNames: ['procedure', 'outcome'],
    buckets: buckets.calls,
  }),
  mails: new Histogram({
    registers,
    name: 'namecard_mail_delay_seconds',
    help: 'Time from when a mail was due until the provider accepted it',
    buckets: buckets.mails,
  }),
});

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
 * Memory, garbage collection and the event loop. The client never stops watching them,
 * so all services of a process share this registry: each of their own would stay in
 * memory after the service has ended.
 */
const ofProcess = new Registry<PrometheusContentType>();
collectDefaultMetrics({ register: ofProcess });

/**
 * The metrics of one service, in their own registry. This file is imported only
 * if metrics are on, because the client loads as many modules as the rest of this
 * package.
 */
export class Metrics {
  readonly register = new Registry<PrometheusContentType>();
  readonly counts = createCounts([this.register]);

  /** Adds a gauge that is read with each scrape. */
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
      help: 'Statements answered by the database',
      collect() {
        answered.reset();
        for (const { label, count } of times.read())
          answered.inc({ statement: label }, count);
      },
    });
    const lasted: Counter<string> = new Counter({
      ...common,
      name: 'namecard_statement_seconds_total',
      help: 'Time that these statements took',
      collect() {
        lasted.reset();
        for (const { label, seconds } of times.read())
          lasted.inc({ statement: label }, seconds);
      },
    });
  }

  /**
   * Serves `/metrics` in Prometheus's text format: times of routes and
   * procedures, and the state of the process. A token is expected as a Bearer
   * token or as a Basic password.
   */
  async mount(app: FastifyInstance, token: string | undefined): Promise<void> {
    const { register } = this;
    await app.register(fastifyMetrics.default, {
      endpoint: null,
      defaultMetrics: { enabled: false },
      routeMetrics: {
        enabled: { histogram: true, summary: false },
        groupStatusCodes: true,
        overrides: {
          histogram: { buckets: buckets.routes, registers: [register] },
          // The plugin makes it even if it is off.
          summary: { registers: [] },
        },
      },
    });
    const realm = 'Bearer realm="metrics"';
    const hint = 'Send METRICS_TOKEN as a Bearer token.';
    const options =
      token === undefined ? {} : { onRequest: requireSecret(token, realm, hint) };
    const read = readOnceASecond(() => Registry.merge([register, ofProcess]).metrics());
    app.get('/metrics', options, async (_request, reply) => {
      return reply.type(register.contentType).send(await read());
    });
  }
}
