import type { FastifyHttpOptions, RawServerDefault } from 'fastify';
import { frameworkReason } from './framework-error.ts';
import { sendAnswer, type HttpErrors } from './http-error.ts';
import { answerBrokenConnection } from './raw-answer.ts';

/** Milliseconds without a byte in either direction after which a connection ends. */
const idleTimeout = 60_000;

type Options = {
  errors: HttpErrors;
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
export function serverOptions({ errors, ...limits }: Options) {
  const { bodyLimit = 64 * 1024, requestTimeout = 20_000, checkInterval = 1_000 } = limits;
  const { headersTimeout = Math.min(10_000, requestTimeout) } = limits;
  return {
    bodyLimit,
    requestTimeout,
    // A client that reads nothing of its answer would hold it in memory for as long as it likes.
    connectionTimeout: idleTimeout,
    // Without a shorter headersTimeout Node does not enforce the requestTimeout. A
    // missing Host is rejected by `answerErrors`: Node's own answer has no body.
    http: {
      headersTimeout,
      requestTimeout,
      connectionsCheckingInterval: checkInterval,
      requireHostHeader: false,
    },
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: true,
      ignoreDuplicateSlashes: false,
      maxParamLength: 65_536,
    },
    // `answerErrors` answers what comes while closing, in the one error body.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      sendAnswer(reply, errors(frameworkReason(error, request) ?? 'INTERNAL'));
    },
    clientErrorHandler: (error, socket) => answerBrokenConnection(error, socket, errors),
  } satisfies FastifyHttpOptions<RawServerDefault>;
}
