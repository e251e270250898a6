import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** A refused request. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: string;

  constructor(status: number, code: string, reason: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.reason = reason;
  }
}

export const tokenInvalid = () =>
  new Refused(401, 'UNAUTHORIZED', 'TOKEN_INVALID', 'Sign in first, or again.');

export const usernameTaken = () =>
  new Refused(
    409,
    'CONFLICT',
    'USERNAME_TAKEN',
    'This username is taken. Choose another.',
  );

/** Whether another row has the same unique value. */
export const violates = (error: unknown, constraint: string) =>
  error instanceof Error &&
  Reflect.get(error, 'code') === '23505' &&
  Reflect.get(error, 'constraint') === constraint;

export function answerError(
  error: FastifyError,
  _request: FastifyRequest,
  reply: FastifyReply,
) {
  if (error instanceof Refused) {
    const { status, code, reason, message } = error;
    return reply.code(status).send({ message, code, reason });
  }
  const status = error.statusCode ?? 500;
  const known = status < 500;
  return reply.code(status).send({
    message: known ? error.message : 'Something went wrong on our side.',
    code: known ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR',
    reason: known ? 'INPUT_INVALID' : 'INTERNAL',
  });
}
