import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuseWhileClosing } from './closing.ts';
import { refusalOfFramework } from './framework-error.ts';
import { answerOfProcedure } from './procedure-error.ts';
import { Refusal, type ErrorAnswer } from './refusal.ts';
import { sendAnswer } from './send-answer.ts';

type Options = {
  /** The answer to an error of the domain; `undefined` for one it does not know. */
  answer: (error: unknown) => ErrorAnswer | undefined;
  /** The body in which a part of the server wraps its errors; the bare error body unless given. */
  envelope?: (answer: ErrorAnswer, request: FastifyRequest) => unknown;
  /** Told of every error that nobody knows, before the client reads 500. */
  onUnexpected?: (error: unknown, request: FastifyRequest) => void;
  /** Milliseconds that `close()` leaves to requests in flight; 5,000 unless given. */
  closeGrace?: number;
};

/** The longest request target that is read; RFC 9112, section 3, asks for 8,000 at least. */
const longestTarget = 8_192;

/**
 * Gives the whole server one error body, wherever an error arises: in a handler, a
 * hook, a parser, at an unknown path, while closing. What neither `answer` nor this
 * package knows is told to `onUnexpected` and answered 500 `INTERNAL` in fixed words.
 * Call it once, on the root instance, of a server made with `serverOptions`.
 */
export function answerErrors(app: FastifyInstance, options: Options): void {
  const { answer, onUnexpected = logUnexpected, closeGrace = 5_000 } = options;
  const { envelope = ({ body }) => body } = options;
  const send = (request: FastifyRequest, reply: FastifyReply, known: ErrorAnswer) =>
    sendAnswer(reply, known, envelope(known, request));
  app.setErrorHandler((error, request, reply) => {
    try {
      const known = knownAnswer(error, request, answer);
      if (known !== undefined) {
        return send(request, reply, known);
      }
      onUnexpected(error, request);
    } catch (failure) {
      // Fastify would answer with the failure's own words.
      request.log.error({ err: failure, call: request.id }, 'an error could not be answered');
    }
    return send(request, reply, new Refusal('INTERNAL').answer);
  });
  app.setNotFoundHandler((request, reply) =>
    send(request, reply, new Refusal('PATH_NOT_FOUND').answer),
  );
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    done(refusalBeforeBody(request));
  });
  refuseWhileClosing(app, closeGrace);
  // Node answers an unknown `Expect` header itself, without a body. It may be ignored.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
}

function knownAnswer(
  error: unknown,
  request: FastifyRequest,
  answer: Options['answer'],
): ErrorAnswer | undefined {
  if (error instanceof Refusal) {
    return error.answer;
  }
  return answer(error) ?? refusalOfFramework(error, request)?.answer ?? answerOfProcedure(error);
}

/** Fastify reads and parses the body even for a path that does not exist. */
function refusalBeforeBody(request: FastifyRequest): Refusal | null {
  if (request.is404) {
    return new Refusal('PATH_NOT_FOUND');
  }
  if ((request.raw.url?.length ?? 0) > longestTarget) {
    return new Refusal('URI_TOO_LONG');
  }
  const lacksHost = request.headers.host === undefined && request.raw.httpVersion === '1.1';
  return lacksHost ? new Refusal('MALFORMED_REQUEST') : null;
}

function logUnexpected(error: unknown, request: FastifyRequest): void {
  request.log.error({ err: error, call: request.id }, 'unexpected error');
}
