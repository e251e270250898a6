import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closeGracefully } from './closing.ts';
import { frameworkReason, refusedReason } from './framework-error.ts';
import {
  HttpError,
  sendAnswer,
  type ErrorAnswer,
  type HttpErrors,
} from './http-error.ts';

type Options = {
  errors: HttpErrors;
  /** The answer to an error that a procedure or a handler threw; `undefined` for one it does not know. */
  answer: (error: unknown) => ErrorAnswer | undefined;
  /** The body in which a part of the server wraps its errors; the bare error body unless given. */
  envelope?: (answer: ErrorAnswer, request: FastifyRequest) => unknown;
  /** Called with every error that nobody knows, before the client reads 500. */
  onUnexpected?: (error: unknown, request: FastifyRequest) => void;
  /**
   * False if a scope of the caller's has the not-found handler, so that its hooks run for
   * unknown paths alone.
   */
  handlesNotFound?: boolean;
  /** Milliseconds that `close()` leaves to requests in flight; 5,000 unless given. */
  closeGrace?: number;
};

/** The longest request target that is read; RFC 9112, section 3, asks for 8,000 at least. */
const longestTarget = 8_192;

/** A name or an address with or without a port (RFC 3986, section 3.2.2); several, joined by Node, are none. */
const validHost = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/**
 * Gives the whole server one error body, wherever an error arises: in a handler, a
 * hook, a parser, at an unknown path. What neither `answer` nor this
 * package knows goes to `onUnexpected` and is answered `INTERNAL`.
 * Call it once, on the root instance, of a server made with `serverOptions`.
 */
export function answerErrors(app: FastifyInstance, options: Options): void {
  const { errors, onUnexpected = logUnexpected, closeGrace = 5_000 } = options;
  const { envelope = ({ body }) => body } = options;
  const send = (request: FastifyRequest, reply: FastifyReply, known: ErrorAnswer) =>
    sendAnswer(reply, known, envelope(known, request));
  app.setErrorHandler((error, request, reply) => {
    try {
      const known = knownAnswer(error, request, options);
      if (known !== undefined) {
        return send(request, reply, known);
      }
      onUnexpected(error, request);
    } catch (failure) {
      // Fastify would answer with the failure's own message.
      request.log.error(
        { err: failure, call: request.id },
        'an error could not be answered',
      );
    }
    return send(request, reply, errors('INTERNAL'));
  });
  if (options.handlesNotFound !== false) {
    app.setNotFoundHandler((request, reply) =>
      send(request, reply, errors('PATH_NOT_FOUND')),
    );
  }
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(errorBeforeBody(request));
  });
  closeGracefully(app, closeGrace);
  // Node answers an unknown `Expect` header itself, without a body. It may be ignored.
  app.server.on('checkExpectation', (request, response) =>
    app.routing(request, response),
  );
}

function knownAnswer(
  error: unknown,
  request: FastifyRequest,
  { answer, errors }: Options,
): ErrorAnswer | undefined {
  if (error instanceof HttpError) {
    const known = errors(error.reason);
    return { ...known, headers: { ...known.headers, ...error.headers } };
  }
  const known = answer(error);
  if (known) {
    return known;
  }
  const reason = frameworkReason(error, request);
  return reason && errors(reason);
}

/** Fastify reads and parses the body even for a path that does not exist. */
function errorBeforeBody(request: FastifyRequest): HttpError | null {
  const refused = refusedReason(request);
  if (refused !== undefined) {
    return new HttpError(refused);
  }
  if (request.is404) {
    return new HttpError('PATH_NOT_FOUND');
  }
  if ((request.raw.url?.length ?? 0) > longestTarget) {
    return new HttpError('URI_TOO_LONG');
  }
  if (!isFramed(request)) {
    // Where a body ends is not known, so nothing behind it is a request.
    return new HttpError('MALFORMED_REQUEST', { connection: 'close' });
  }
  if (!hasHost(request)) {
    return new HttpError('MALFORMED_REQUEST');
  }
  return null;
}

/** Node passes any other transfer coding on where it expects no body. */
function isFramed({ headers: { 'transfer-encoding': coding } }: FastifyRequest): boolean {
  return coding === undefined || coding.toLowerCase() === 'chunked';
}

/** Exactly one valid Host, which HTTP/1.0 may leave out (RFC 9112, section 3.2). */
function hasHost({ headers: { host }, raw }: FastifyRequest): boolean {
  if (host === undefined) {
    return raw.httpVersion !== '1.1';
  }
  return validHost.test(host);
}

function logUnexpected(error: unknown, request: FastifyRequest): void {
  request.log.error({ err: error, call: request.id }, 'unexpected error');
}
