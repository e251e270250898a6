import cors from '@fastify/cors';
import { isLoopback } from '@namecard/email';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** Whether the page is on this machine, as frontends in development are. */
function isLocal(origin: string): boolean {
  const url = URL.parse(origin);
  return url?.origin === origin && isLoopback(url.hostname);
}

/**
 * The origin of sandboxed pages, such as the reference page. Sandboxed pages of
 * other sites have it too, so it must not reach the mailbox.
 */
const sandboxed = 'null';

/** A day. Firefox caches preflights that long, Chromium for two hours. */
const preflightSeconds = 86_400;

/**
 * Lets pages of these origins call the service with a bearer token, never with
 * cookies. They may send any header: tRPC's links and tracing libraries have their own.
 * @param origins undefined allows any localhost origin, and sandboxed pages for
 * the REST API
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[] | undefined,
): Promise<void> {
  const options = {
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: ['Retry-After', 'ETag', 'X-Request-Id', 'WWW-Authenticate', 'Allow'],
    maxAge: preflightSeconds,
    strictPreflight: false,
    // The path's own OPTIONS route answers, because it knows the allowed methods.
    preflightContinue: true,
  };
  // The plugin's own route would answer 200 to OPTIONS of any path.
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*') {
      route.onRequest = (_request, _reply, done) => done(new HttpError('PATH_NOT_FOUND'));
    }
  });
  await app.register(cors, {
    delegator: ({ url, headers: { origin = '' } }, done) => {
      const isRest = url.startsWith('/api/v1/');
      const isAllowed =
        origins?.includes(origin) ??
        (isLocal(origin) || (isRest && origin === sandboxed));
      done(null, { ...options, origin: isAllowed ? [origin] : [] });
    },
  });
}
