import type { Call } from '@namecard/router';
import type { FastifyRequest } from 'fastify';

/** What the router is told of a request. */
export function callOf(request: FastifyRequest): Call {
  const { authorization, 'user-agent': userAgent } = request.headers;
  return { id: request.id, ip: request.ip, authorization, userAgent };
}
