import cluster from 'node:cluster';
import type { FastifyInstance } from 'fastify';
import type { Parts } from './parts.ts';
import { requireSecret } from './shared-secret.ts';
import { readAllWorkers } from './worker-metrics.ts';

/**
 * `/metrics` in Prometheus's text format: how long each route takes and how the process fares, or all workers where there are
 * several. With a token, only for those who send it, as a Bearer token or as a Basic password.
 */
export async function mountMetrics(
  app: FastifyInstance,
  { telemetry }: Pick<Parts, 'telemetry'>,
  { token }: { token: string | undefined },
): Promise<void> {
  // Loaded only where it is used: it brings more modules than the rest of this package has.
  const { default: metrics } = await import('fastify-metrics');
  await app.register(metrics.default, {
    endpoint: null,
    routeMetrics: {
      enabled: { histogram: true, summary: false },
      groupStatusCodes: true,
      overrides: { histogram: { buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] } },
    },
    clearRegisterOnInit: true,
  });
  const { Counter, Gauge, register } = app.metrics.client;
  const { events, errors, limits, gauges } = telemetry.readings;
  for (const { name, help, label, counts } of [
    { name: 'events', help: 'What happened', label: 'event', counts: events },
    { name: 'errors', help: 'Errors that clients were given', label: 'reason', counts: errors },
    { name: 'limited', help: 'Times that a limit refused', label: 'limit', counts: limits },
  ]) {
    register.registerMetric(
      new Counter({
        registers: [],
        name: `namecard_${name}_total`,
        help,
        labelNames: [label],
        collect() {
          this.reset();
          for (const [value, count] of counts) {
            this.inc({ [label]: value }, count);
          }
        },
      }),
    );
  }
  for (const { read, ...gauge } of gauges) {
    register.registerMetric(
      new Gauge({
        registers: [],
        ...gauge,
        async collect() {
          try {
            this.set(await read());
          } catch {
            // What can't be read while the database is gone does not take the other metrics with it.
            this.set(Number.NaN);
          }
        },
      }),
    );
  }
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
  const read = cluster.isWorker ? readAllWorkers(app) : () => register.metrics();
  app.get('/metrics', options, async (_request, reply) => {
    return reply.type(register.contentType).send(await read());
  });
}
