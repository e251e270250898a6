import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';

/**
 * Nothing from other origins, no inline scripts and no framing. In a sandboxed page Safari
 * lets `'self'` match no call, so the origin is named too.
 */
const policyOf = (origin: string) => ({
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", origin],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  },
});

/** Browser security headers. They are always the same, so helmet runs once. */
export function securityHeaders(origin: string): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: policyOf(origin),
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: origin.startsWith('https:') ? { maxAge: 31_536_000 } : false,
    xPoweredBy: false,
  });
  setHeaders(request, response, () => {});
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

/** Sends each answer with these headers, and with the id that the log uses. */
export function sendHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}

/**
 * Gives a page an opaque origin, so that its scripts can't reach the admin app's
 * session, storage and tabs. All pages but the admin app's use it.
 * @param allowed exceptions such as `allow-scripts`
 */
export function sandbox(reply: FastifyReply, ...allowed: string[]): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy'));
  return reply.header(
    'content-security-policy',
    [`${policy};sandbox`, ...allowed].join(' '),
  );
}
