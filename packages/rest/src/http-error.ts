import type { FastifyReply } from 'fastify';

/**
 * The body of every error answer. `code` is a tRPC error code (`BAD_REQUEST`,
 * `NOT_FOUND`, …). `reason` is a stable constant to switch on. `issues` name the
 * rejected fields. The document's `errorFields` describe further fields.
 */
export type ErrorBody = {
  message: string;
  code: string;
  reason: string;
  issues?: { path: (string | number)[]; message: string }[];
};

export type ErrorAnswer = {
  status: number;
  body: ErrorBody;
  headers?: Record<string, string>;
};

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

/** The application gives status, message and headers for each reason. */
export type HttpErrors = (reason: HttpReason) => ErrorAnswer;

/** An error of the HTTP layer. `headers` are added to the usual ones. */
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

/** Sends an error as JSON. `sent` replaces the body, as for an envelope. */
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
