import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Accepted ids of clients: enough for common schemes, and safe in a log line. */
const wellFormed = /^[A-Za-z0-9._-]{8,128}$/;

/** The client's `X-Request-Id` if it is well-formed, otherwise a new id. */
export function requestId({ headers }: { headers: IncomingHttpHeaders }): string {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && wellFormed.test(sent) ? sent : randomUUID();
}
