import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { requireSecret } from './shared-secret.ts';
import type { Metric, Sample, ServiceTelemetry } from './telemetry.ts';

/** Seconds; 0.3 is the service level of a sign-in, 10 that of a mail. */
const buckets = {
  calls: [0.01, 0.03, 0.1, 0.3, 1, 3, 10],
  mails: [0.3, 1, 3, 10, 30, 60, 300, 1_800],
};

/** Milliseconds that a number is waited for: whoever asks for the metrics gives up after a few seconds. */
const timeout = 2_000;

const timedOut = async (): Promise<never> => {
  await sleep(timeout, undefined, { ref: false });
  throw new Error('It was not read in time');
};

/** What is read at present; NaN where it can't be: what is the database's does not take the other metrics with it. */
async function samplesOf({ read }: Metric): Promise<readonly Sample[]> {
  try {
    const reading = read();
    const found =
      reading instanceof Promise ? await Promise.race([reading, timedOut()]) : reading;
    return typeof found === 'number' ? [{ labels: {}, value: found }] : found;
  } catch {
    return [{ labels: {}, value: Number.NaN }];
  }
}

/** Adds what the service reads of itself to what is shown. */
function registerMetrics(app: FastifyInstance, metrics: readonly Metric[]): void {
  const { Counter, Gauge, register } = app.metrics.client;
  for (const metric of metrics) {
    const { name, help, labels = [] } = metric;
    const options = {
      registers: [],
      name,
      help,
      labelNames: labels,
    };
    const isWhole = ({ labels: given }: Sample) =>
      Object.keys(given).length === labels.length;
    register.registerMetric(
      metric.kind === 'counter'
        ? new Counter({
            ...options,
            async collect() {
              const samples = await samplesOf(metric);
              this.reset();
              for (const sample of samples.filter(isWhole))
                this.inc(sample.labels, sample.value);
            },
          })
        : new Gauge({
            ...options,
            async collect() {
              const samples = await samplesOf(metric);
              this.reset();
              for (const sample of samples.filter(isWhole))
                this.set(sample.labels, sample.value);
            },
          }),
    );
  }
}

/** Puts times into buckets from now on: those of calls by procedure and outcome, and those until mail has left. */
function measureTimes(
  app: FastifyInstance,
  telemetry: Pick<ServiceTelemetry, 'measureInto'>,
): void {
  const { Histogram, register } = app.metrics.client;
  const calls = new Histogram({
    registers: [],
    name: 'namecard_call_duration_seconds',
    help: 'How long calls of procedures took, over both faces, waiting included',
    labelNames: ['procedure', 'outcome'],
    buckets: buckets.calls,
  });
  const mails = new Histogram({
    registers: [],
    name: 'namecard_mail_delay_seconds',
    help: 'From asking for a code until the provider took the mail',
    buckets: buckets.mails,
  });
  register.registerMetric(calls);
  register.registerMetric(mails);
  telemetry.measureInto({
    answered: (procedure, outcome, milliseconds) =>
      calls.observe({ procedure, outcome }, milliseconds / 1_000),
    delivered: (seconds) => mails.observe(seconds),
  });
}

/** Reads at most once in a second, however often the figures are asked for. */
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
 * `/metrics` in Prometheus's text format: how long each route and procedure takes and how the process fares. With a token, only for those who send it, as a Bearer token or as a Basic password.
 */
export async function mountMetrics(
  app: FastifyInstance,
  { telemetry }: { telemetry: ServiceTelemetry },
  { token }: { token: string | undefined },
): Promise<void> {
  // Loaded only where it is used: it brings more modules than the rest of this package has.
  const { default: metrics } = await import('fastify-metrics');
  await app.register(metrics.default, {
    endpoint: null,
    routeMetrics: {
      enabled: { histogram: true, summary: false },
      groupStatusCodes: true,
      overrides: {
        histogram: { buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] },
      },
    },
    clearRegisterOnInit: true,
  });
  const { register } = app.metrics.client;
  registerMetrics(app, telemetry.readings.metrics);
  measureTimes(app, telemetry);
  const options =
    token === undefined
      ? {}
      : {
          onRequest: requireSecret(
            token,
            'Bearer realm="metrics"',
            'Send METRICS_TOKEN as a Bearer token.',
          ),
        };
  const read = readOnceASecond(() => register.metrics());
  app.get('/metrics', options, async (_request, reply) => {
    return reply.type(register.contentType).send(await read());
  });
}
