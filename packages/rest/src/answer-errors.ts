import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { dropInvalidHeaders, sendBare } from './bare-answer.ts';
import { closeGracefully } from './closing.ts';
import { frameworkReason, refusedReason } from './framework-error.ts';
import {
  HttpError,
  sendAnswer,
  type ErrorAnswer,
  type HttpErrors,
} from './http-error.ts';
import { restoreMethod } from './other-methods.ts';

type Options = {
  errors: HttpErrors;
  /** Maps a thrown error to an answer; `undefined` for an unknown error. */
  answer: (error: unknown) => ErrorAnswer | undefined;
  /** Wraps the error body; default: no wrapper. */
  envelope?: (answer: ErrorAnswer, request: FastifyRequest) => unknown;
  /** Called with every unknown error, before the client gets 500. */
  onUnexpected?: (error: unknown, request: FastifyRequest) => void;
  /** Milliseconds that `close()` waits for running requests; default: 5,000. */
  closeGrace?: number;
};

/** RFC 9112, section 3, asks for 8,000 at least. */
const longestTarget = 8_192;

/** The characters of a host and its port (RFC 3986). Node joins several by `, `. */
const ofHost = /^[\w.~!$&'()*+,;=%:[\]-]+$/;

/**
 * Gives the whole server one error body, for errors in handlers, hooks and
 * parsers and for unknown paths. Errors that neither `answer` nor this package
 * knows go to `onUnexpected`, and the answer is `INTERNAL`. So do errors while an
 * answer is sent. Call it once, on the root instance of a server with
 * `serverOptions`.
 */
export function answerErrors(app: FastifyInstance, options: Options): void {
  const { errors, onUnexpected = logUnexpected, closeGrace = 5_000 } = options;
  const { envelope = ({ body }) => body } = options;
  const send = (request: FastifyRequest, reply: FastifyReply, known: ErrorAnswer) =>
    sendAnswer(reply, known, envelope(known, request));
  app.setErrorHandler((error, request, reply) => {
    dropInvalidHeaders(reply);
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
    const internal = errors('INTERNAL');
    return sendBare(reply, internal, envelope(internal, request));
  });
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, errors('PATH_NOT_FOUND')),
  );
  app.addHook('onRequest', (request, _reply, done) => {
    restoreMethod(request);
    done();
  });
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(errorBeforeBody(request));
  });
  closeGracefully(app, closeGrace);
  // Node answers an unknown `Expect` header without a body. It may be ignored.
  app.server.on('checkExpectation', (request, response) =>
    app.server.emit('request', request, response),
  );
  // Without a listener Node ends the connection, and answers nothing.
  app.server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    app.server.emit('clientError', new Error('CONNECT'), socket);
  });
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

/** Runs first, since Fastify reads and parses the body even for unknown paths. */
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
    // The end of the body is unknown, so the next bytes are no request.
    return new HttpError('MALFORMED_REQUEST', { connection: 'close' });
  }
  if (!hasHost(request)) {
    return new HttpError('MALFORMED_REQUEST');
  }
  return null;
}

/** Node passes on other transfer codings where it expects no body. */
function isFramed({ headers: { 'transfer-encoding': coding } }: FastifyRequest): boolean {
  return coding === undefined || coding.toLowerCase() === 'chunked';
}

/**
 * There must be one Host that can be read, as tRPC reads it. HTTP/1.0 may omit it (RFC
 * 9112, section 3.2).
 */
function hasHost({ headers: { host }, raw }: FastifyRequest): boolean {
  if (host === undefined) {
    return raw.httpVersion !== '1.1';
  }
  return ofHost.test(host) && URL.canParse(`http://${host}`);
}

function logUnexpected(error: unknown, request: FastifyRequest): void {
  request.log.error({ err: error, call: request.id }, 'unexpected error');
}
