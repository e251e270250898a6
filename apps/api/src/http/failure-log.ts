import { sendBare } from '@namecard/rest';
import { answerReason } from '@namecard/router';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { errorEnvelope } from '../faces/trpc.ts';
import { codeOf } from '../settings/error-code.ts';

type Report = (error: unknown, request: FastifyRequest) => void;

/**
 * Reports failures that reach no error handler of ours: of a stream whose answer has
 * begun, and of an error's own answer. Fastify would answer the latter in its words.
 */
export class FailureLog extends LogController {
  readonly #report: Report;

  constructor(report: Report) {
    super({ disableRequestLogging: true });
    this.#report = report;
  }

  override defaultErrorLog(
    error: Error,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    this.#report(error, request);
    const internal = answerReason('INTERNAL');
    sendBare(reply, internal, errorEnvelope(internal, request));
    // Fastify goes on to send, and would warn that this was done.
    reply.log = reply.log.child({}, { level: 'silent' });
  }

  override streamError(error: Error, request: FastifyRequest): void {
    const isClientGone = codeOf(error) === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!isClientGone) this.#report(error, request);
  }
}
