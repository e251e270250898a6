import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { frameworkReason, refusedReason, routeRefused } from './framework-error.ts';
import { sendAnswer, type HttpErrors } from './http-error.ts';
import { prepareRouting } from './other-methods.ts';
import { answerBrokenConnection } from './raw-answer.ts';

/** Milliseconds without a byte in either direction. Then the connection ends. */
const idleTimeout = 60_000;

type Options = {
  errors: HttpErrors;
  /** Headers of answers to unreadable requests, for which no hook runs. */
  headers?: () => Record<string, string>;
  /** The largest body in bytes; default: 64 KiB. */
  bodyLimit?: number;
  /** Milliseconds for the headers; default: 10,000, at most `requestTimeout`. */
  headersTimeout?: number;
  /** Milliseconds for the whole request; default: 30,000. */
  requestTimeout?: number;
  /** Milliseconds between Node's checks of both limits; default: 1,000. */
  checkInterval?: number;
};

/**
 * Fastify options for exact routing: case matters, a trailing slash does not.
 * Node enforces the limits of size and time. Errors before routing have the usual
 * body. The application adds trusted proxies and logging.
 */
export function serverOptions({
  errors,
  headers = () => ({}),
  ...limits
}: Options): FastifyHttpOptions<RawServerDefault> {
  const {
    bodyLimit = 64 * 1024,
    requestTimeout = 30_000,
    checkInterval = 1_000,
  } = limits;
  const { headersTimeout = Math.min(10_000, requestTimeout) } = limits;
  return {
    bodyLimit,
    requestTimeout,
    // A client that doesn't read its answer would keep it in memory without end.
    connectionTimeout: idleTimeout,
    // Without a shorter headersTimeout Node ignores requestTimeout.
    // `answerErrors` rejects a missing Host, as Node's own answer has no body. It
    // also rejects a second Host. Node would drop that one unless it joins both.
    http: {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: checkInterval,
      requireHostHeader: false,
      joinDuplicateHeaders: true,
    },
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: 65_536,
    },
    rewriteUrl: prepareRouting,
    // Answers requests on open connections while the server closes.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      const reason = frameworkReason(error, request) ?? 'INTERNAL';
      if (refusedReason(request) === undefined) {
        routeRefused(reason, request, reply);
      } else {
        sendAnswer(reply, errors(reason));
      }
    },
    clientErrorHandler: (error, socket) =>
      answerBrokenConnection(error, socket, (reason) => {
        const answer = errors(reason);
        return { ...answer, headers: { ...headers(), ...answer.headers } };
      }),
  };
}
