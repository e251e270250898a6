import cors from '@fastify/cors';
import { isLoopback } from '@namecard/email';
import { HttpError } from '@namecard/rest';
import type { FastifyInstance } from 'fastify';

/** Whether a page is served by this machine, at any port, as a frontend under development is. */
function isLocal(origin: string): boolean {
  const url = URL.parse(origin);
  return url?.origin === origin && isLoopback(url.hostname);
}

/** The origin of sandboxed pages, the reference page among them. It is any other site's just as well: the mailbox is not for it. */
const sandboxed = 'null';

/** A day: within it a browser need not ask again (Firefox takes it as it is, Chromium two hours of it). */
const preflightSeconds = 86_400;

/**
 * Lets pages of the listed origins call the service with a bearer token; never with cookies.
 * @param origins undefined allows any origin on localhost, and to the REST API sandboxed pages too
 */
export async function allowOrigins(
  app: FastifyInstance,
  origins: readonly string[] | undefined,
): Promise<void> {
  const options = {
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-None-Match',
      'X-Request-Id',
      // Of tRPC's stream link.
      'trpc-accept',
      // Of W3C Trace Context: a page's own traces go on in ours.
      'traceparent',
      'tracestate',
    ],
    exposedHeaders: ['Retry-After', 'ETag', 'X-Request-Id', 'WWW-Authenticate', 'Allow'],
    credentials: false,
    maxAge: preflightSeconds,
    strictPreflight: false,
    // The path's own OPTIONS route answers, so that it can also say which methods it takes.
    preflightContinue: true,
  };
  // The plugin's own route would answer 200 to OPTIONS of any path at all.
  app.addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*') {
      route.onRequest = (_request, _reply, done) => done(new HttpError('PATH_NOT_FOUND'));
    }
  });
  if (origins) {
    await app.register(cors, { ...options, origin: [...origins] });
  } else {
    await app.register(cors, {
      delegator: ({ url, headers: { origin = '' } }, done) => {
        const isRest = url.startsWith('/api/v1/');
        const isAllowed = isLocal(origin) || (isRest && origin === sandboxed);
        done(null, { ...options, origin: isAllowed ? [origin] : [] });
      },
    });
  }
}
