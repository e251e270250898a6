import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Whether any usual header shows that a proxy forwards the request. */
export const isForwarded = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => /^(x-)?(forwarded|real-ip)/.test(name));

/**
 * Warns once, at the first request with a forwarded header, if no proxy is
 * trusted. In that case all clients of the proxy share one limit.
 */
export function warnOfForwarding(
  app: FastifyInstance,
  trustProxy: readonly string[],
): void {
  if (trustProxy.length > 0) {
    return;
  }
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!warned && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      request.log.warn(
        { peer: request.ip },
        'A request carries X-Forwarded-For, but TRUST_PROXY is empty: all clients behind that proxy share its limits. Set TRUST_PROXY to the proxy’s address.',
      );
    }
    done();
  });
}
