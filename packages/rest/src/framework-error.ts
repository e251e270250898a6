import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpReason } from './http-error.ts';

const reasons = new Map<string, HttpReason>([
  ['FST_ERR_NOT_FOUND', 'PATH_NOT_FOUND'],
  ['FST_ERR_BAD_URL', 'MALFORMED_PATH'],
  ['FST_ERR_MAX_PARAM_LENGTH', 'URI_TOO_LONG'],
  ['FST_ERR_CTP_BODY_TOO_LARGE', 'BODY_TOO_LARGE'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 'UNSUPPORTED_MEDIA_TYPE'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 'MALFORMED_REQUEST'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 'BODY_REQUIRED'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 'MALFORMED_JSON'],
  ['FST_ERR_VALIDATION', 'MALFORMED_REQUEST'],
  ['FST_ERR_HANDLER_TIMEOUT', 'UNAVAILABLE'],
  ['FST_UNDER_PRESSURE', 'UNAVAILABLE'],
]);

/** Requests that Fastify refused and routes a second time, with the reason. */
const refused = new WeakMap<IncomingMessage, HttpReason>();

/** Why Fastify refused the request before it ran any hook. */
export const refusedReason = ({ raw }: FastifyRequest): HttpReason | undefined =>
  refused.get(raw);

/**
 * Routes a request again that Fastify refused before any hook, because it can't
 * decode the path. The path is encoded once more, so that the hooks run and add
 * their headers. `refusedReason` then gives the reason for the answer.
 */
export function routeRefused(
  reason: HttpReason,
  { raw, server }: FastifyRequest,
  reply: FastifyReply,
): void {
  refused.set(raw, reason);
  raw.url = raw.url?.replaceAll('%', '%25');
  server.routing(raw, reply.raw);
}

/** The reason of Fastify's or a plugin's error; `undefined` for others. */
export function frameworkReason(
  error: unknown,
  request: FastifyRequest,
): HttpReason | undefined {
  const code = codeOf(error);
  if (code === 'ECONNRESET' && !request.raw.complete) {
    return 'MALFORMED_REQUEST';
  }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && isDeclaredTooLarge(request)) {
    return 'BODY_TOO_LARGE';
  }
  return reasons.get(code ?? '');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

/** Fastify checks the content type's syntax before the size of the body. */
function isDeclaredTooLarge(request: FastifyRequest): boolean {
  return Number(request.headers['content-length']) > request.routeOptions.bodyLimit;
}
