import cors from '@fastify/cors';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** Any port of this machine's own names: what a frontend under development is served from. */
const localhost = /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/;

/** An hour: within it a browser need not ask again (browsers cap it at two at most). */
const preflightSeconds = 3_600;

/**
 * Lets pages of the listed origins call the service with a bearer token; never with cookies.
 * @param origins undefined allows any origin on localhost
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[] | undefined,
): Promise<void> {
  await app.register(cors, {
    origin: origins ? [...origins] : localhost,
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-None-Match',
      'X-Request-Id',
    ],
    exposedHeaders: ['Retry-After', 'ETag', 'X-Request-Id', 'WWW-Authenticate', 'Allow'],
    credentials: false,
    maxAge: preflightSeconds,
    strictPreflight: false,
    // The path's own OPTIONS route answers, so that it can also say which methods it takes.
    preflightContinue: true,
  });
  // The plugin's own route would answer 200 to OPTIONS of any path at all.
  app.addHook('onRequest', (request, _reply, done) => {
    const isNowhere = request.method === 'OPTIONS' && request.routeOptions.url === '*';
    done(isNowhere ? new HttpError('PATH_NOT_FOUND') : undefined);
  });
}
