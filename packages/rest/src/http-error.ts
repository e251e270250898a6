import type { FastifyReply } from 'fastify';

/**
 * What every error answer carries. `code` is a tRPC error code (`BAD_REQUEST`, `NOT_FOUND`, …),
 * `reason` a stable constant to switch on, `issues` name the fields that were rejected.
 */
export type ErrorBody = {
  message: string;
  code: string;
  reason: string;
  issues?: { path: (string | number)[]; message: string }[];
};

/** An error as it goes out over HTTP. */
export type ErrorAnswer = {
  status: number;
  body: ErrorBody;
  headers?: Record<string, string>;
};

/** Why this package itself rejects a request, before or around a procedure. */
export type HttpReason =
  | 'BODY_NOT_OBJECT'
  | 'BODY_REQUIRED'
  | 'BODY_TOO_DEEP'
  | 'BODY_TOO_LARGE'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'MALFORMED_JSON'
  | 'MALFORMED_PATH'
  | 'MALFORMED_QUERY'
  | 'MALFORMED_REQUEST'
  | 'MALFORMED_TEXT'
  | 'METHOD_NOT_ALLOWED'
  | 'PARAMETER_REPEATED'
  | 'PATH_NOT_FOUND'
  | 'REQUEST_TIMEOUT'
  | 'UNAVAILABLE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'URI_TOO_LONG';

const statuses: Partial<Record<HttpReason, number>> = {
  PATH_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  BODY_TOO_LARGE: 413,
  URI_TOO_LONG: 414,
  UNSUPPORTED_MEDIA_TYPE: 415,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
};

/** The HTTP status that says this; 400 for what has none of its own. */
export const statusOf = (reason: HttpReason): number => statuses[reason] ?? 400;

/** Status, message and headers for each reason, from whoever puts the server together. */
export type HttpErrors = (reason: HttpReason) => ErrorAnswer;

/** An error of the HTTP layer; `headers` are those that only this one occurrence has. */
export class HttpError extends Error {
  readonly reason: HttpReason;
  readonly headers: Record<string, string>;

  constructor(reason: HttpReason, headers: Record<string, string> = {}) {
    super(reason);
    this.name = 'HttpError';
    this.reason = reason;
    this.headers = headers;
  }
}

/** Sends an error as JSON: its bare body, or another one around it. */
export function sendAnswer(
  reply: FastifyReply,
  { status, headers = {}, body }: ErrorAnswer,
  sent: unknown = body,
): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(sent));
}
