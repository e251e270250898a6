import type { Call } from '@namecard/router';
import type { FastifyRequest } from 'fastify';

/** What the router is told of a request. */
export function callOf(request: FastifyRequest): Call {
  const { authorization, 'user-agent': userAgent, 'idempotency-key': key } = request.headers;
  // Node joins a repeated header of this name to one value; its type does not say so.
  const idempotencyKey = Array.isArray(key) ? key.join(', ') : key;
  return { id: request.id, ip: request.ip, authorization, userAgent, idempotencyKey };
}
