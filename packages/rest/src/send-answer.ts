import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from './refusal.ts';

/** Sends an error in the one shape that all of them have, or in an envelope around it. */
export function sendAnswer(
  reply: FastifyReply,
  answer: ErrorAnswer,
  body: unknown = answer.body,
): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}
