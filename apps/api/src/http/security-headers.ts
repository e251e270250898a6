import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import helmet from 'helmet';

/** Nothing from outside the origin, no inline script, no framing; styles of our own pages may be inline. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'font-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'frame-src': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
  },
};

/** The headers by which browsers are strict with what is served. They are the same each time, so helmet is asked once. */
export function securityHeaders({ https }: { https: boolean }): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https ? { maxAge: 31_536_000 } : false,
    xPoweredBy: false,
  });
  setHeaders(request, response, (error) => {
    if (error !== undefined) {
      throw new Error('The security headers are not as helmet wants them', {
        cause: error,
      });
    }
  });
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
}

export function secureHeaders(
  app: FastifyInstance,
  headers: Record<string, string>,
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

/**
 * Gives a page an origin of its own: the admin app's session, its storage and its channel between tabs are out of its scripts'
 * reach. Every page but that app's is served so.
 * @param allowed what the page may do all the same, such as `allow-scripts`
 */
export function sandbox(reply: FastifyReply, ...allowed: string[]): FastifyReply {
  const policy = String(reply.getHeader('content-security-policy'));
  return reply.header(
    'content-security-policy',
    [`${policy};sandbox`, ...allowed].join(' '),
  );
}
