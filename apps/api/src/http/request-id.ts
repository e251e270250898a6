import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** What is taken from a client: enough for any scheme of ids, nothing that could break a log line. */
const wellFormed = /^[A-Za-z0-9._-]{8,128}$/;

/** The client's `X-Request-Id` when it is well-formed, else a new one. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();
}

/** Sends with each answer the id under which the request is found in the log. */
export function sendRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
}
