import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { frameworkReason, refusedReason, routeRefused } from './framework-error.ts';
import { sendAnswer, type HttpErrors } from './http-error.ts';
import { answerBrokenConnection } from './raw-answer.ts';

/** Milliseconds without a byte in either direction after which a connection ends. */
const idleTimeout = 60_000;

type Options = {
  errors: HttpErrors;
  /** Headers of an answer to what could not be read as a request, for which no hook runs. */
  headers?: () => Record<string, string>;
  /** The largest body, in bytes; 64 KiB unless given. */
  bodyLimit?: number;
  /**
   * Milliseconds until a request's headers must have arrived; 10,000 unless given, and at most
   * `requestTimeout`.
   */
  headersTimeout?: number;
  /** Milliseconds until a whole request must have arrived; 20,000 unless given. */
  requestTimeout?: number;
  /** How often, in milliseconds, Node looks at the two limits; 1,000 unless given. */
  checkInterval?: number;
};

/**
 * The Fastify options to start from: exact routing (case matters, one trailing slash
 * does not), limits of size and time that Node enforces, and the one error body for
 * what fails before a route is found. The application adds trust in proxies and logging.
 */
export function serverOptions({
  errors,
  headers = () => ({}),
  ...limits
}: Options): FastifyHttpOptions<RawServerDefault> {
  const {
    bodyLimit = 64 * 1024,
    requestTimeout = 20_000,
    checkInterval = 1_000,
  } = limits;
  const { headersTimeout = Math.min(10_000, requestTimeout) } = limits;
  return {
    bodyLimit,
    requestTimeout,
    // A client that reads nothing of its answer would hold it in memory for as long as it likes.
    connectionTimeout: idleTimeout,
    // Without a shorter headersTimeout Node does not enforce the requestTimeout. A
    // missing Host is rejected by `answerErrors`: Node's own answer has no body. So is a
    // second one, which Node would drop if it did not join it to the first.
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
    // A request over an open connection is answered while the server closes: its client can't know.
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
