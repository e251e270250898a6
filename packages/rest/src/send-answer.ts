import type { FastifyReply } from 'fastify';
import type { ErrorAnswer } from './refusal.ts';

/** Sends an error in the one shape that all of them have. */
export function sendAnswer(reply: FastifyReply, answer: ErrorAnswer): FastifyReply {
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(answer.body));
}
