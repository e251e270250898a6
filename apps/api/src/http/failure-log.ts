import { type ErrorAnswer, sendBare } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

type Report = (error: unknown, request: FastifyRequest) => void;
type Envelope = (answer: ErrorAnswer, request: FastifyRequest) => unknown;

/**
 * Reports failures that reach no error handler of ours: of a stream whose answer has
 * begun, and of an error's own answer. Fastify would answer the latter in its words.
 */
export class FailureLog extends LogController {
  readonly #report: Report;
  readonly #envelope: Envelope;

  constructor(report: Report, envelope: Envelope) {
    super({ disableRequestLogging: true });
    this.#report = report;
    this.#envelope = envelope;
  }

  override defaultErrorLog(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#report(error, request);
    const internal = answerReason('INTERNAL');
    sendBare(reply, internal, this.#envelope(internal, request));
    // Fastify goes on to send, and would warn that this was done.
    reply.log = reply.log.child({}, { level: 'silent' });
  }

  override streamError(error: Error, request: FastifyRequest): void {
    const isClientGone = 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isClientGone) this.#report(error, request);
  }
}
