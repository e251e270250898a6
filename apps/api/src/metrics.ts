import type { FastifyInstance } from 'fastify';
import { requireSecret } from './shared-secret.ts';

/**
 * `/metrics` in Prometheus's text format: how long each route takes and how the process fares. With a token, only for those
 * who send it, as a Bearer token or as a Basic password.
 */
export async function mountMetrics(
  app: FastifyInstance,
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
  app.get('/metrics', options, async (_request, reply) => {
    const { register } = app.metrics.client;
    return reply.type(register.contentType).send(await register.metrics());
  });
}
