import type { FastifyReply } from 'fastify';

/**
 * What every error answer carries. `code` is a tRPC error code (`BAD_REQUEST`, `NOT_FOUND`, …),
 * `reason` a stable constant to switch on, `issues` name the fields that were rejected. What else an error may carry, the document's
 * `errorFields` say.
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

/** Why this package itself rejects a request, before or around a procedure, and the status that says so. */
export const httpStatuses = {
  BODY_NOT_OBJECT: 400,
  BODY_REQUIRED: 400,
  BODY_TOO_DEEP: 400,
  BODY_TOO_LARGE: 413,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  MALFORMED_JSON: 400,
  MALFORMED_PATH: 400,
  MALFORMED_QUERY: 400,
  MALFORMED_REQUEST: 400,
  MALFORMED_TEXT: 400,
  METHOD_NOT_ALLOWED: 405,
  PARAMETER_REPEATED: 400,
  PATH_NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  UNAVAILABLE: 503,
  UNSUPPORTED_MEDIA_TYPE: 415,
  URI_TOO_LONG: 414,
} as const;

export type HttpReason = keyof typeof httpStatuses;

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
