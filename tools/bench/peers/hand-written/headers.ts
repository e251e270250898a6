import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The constant headers of the service's answers. */
const constantHeaders = {
  'Content-Security-Policy':
    "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';font-src 'self';img-src 'self' data:;connect-src 'self' https://cards.example.com;manifest-src 'self';frame-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
  'access-control-expose-headers':
    'Retry-After, ETag, X-Request-Id, WWW-Authenticate, Allow',
  vary: 'accept-encoding, Origin',
  'cache-control': 'no-store',
};

export function sendHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(constantHeaders).header('x-request-id', randomUUID());
    done();
  });
}
