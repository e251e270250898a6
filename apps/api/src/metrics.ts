import { sendAnswer } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';
import { sameSecret, sentSecret } from './shared-secret.ts';

/**
 * `/metrics` in Prometheus's text format: how long each route takes and how the process fares. With a token it is for those who
 * send it, as a Bearer token or as a Basic password.
 */
export async function mountMetrics(
  app: FastifyInstance,
  { token }: { token: string | undefined },
): Promise<void> {
  // Loaded by those who use it: it brings more modules than the rest of this package has.
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
  app.get('/metrics', async (request, reply) => {
    if (token !== undefined && !sameSecret(sentSecret(request.headers.authorization), token)) {
      return sendAnswer(reply, refused);
    }
    const { register } = app.metrics.client;
    return reply.type(register.contentType).send(await register.metrics());
  });
}

const refused = {
  status: 401,
  headers: { 'www-authenticate': 'Bearer realm="metrics"' },
  body: {
    message: 'Send METRICS_TOKEN as a Bearer token.',
    code: 'UNAUTHORIZED',
    reason: 'TOKEN_INVALID',
  },
};
