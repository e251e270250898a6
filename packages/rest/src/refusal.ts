/**
 * What every error answer of the server carries. `code` is a tRPC error code
 * (`BAD_REQUEST`, `NOT_FOUND`, …), `reason` a stable constant to switch on,
 * `message` says what to do, `issues` name the fields that were refused.
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

/** Every `reason` the HTTP layer itself gives, before or around a procedure. */
export const transportReasons = [
  'PATH_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'MALFORMED_TEXT',
  'BODY_TOO_DEEP',
  'MALFORMED_JSON',
  'BODY_REQUIRED',
  'BODY_NOT_OBJECT',
  'PARAMETER_REPEATED',
  'MALFORMED_PATH',
  'MALFORMED_QUERY',
  'MALFORMED_REQUEST',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'UNAVAILABLE',
  'INTERNAL',
] as const;

export type TransportReason = (typeof transportReasons)[number];

type Terms = { status: number; code: string; message: string; headers?: Record<string, string> };

const terms: Record<TransportReason, Terms> = {
  PATH_NOT_FOUND: {
    status: 404,
    code: 'NOT_FOUND',
    message: 'There is nothing at this path. Check its spelling: upper and lower case differ.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    code: 'METHOD_NOT_SUPPORTED',
    message: 'This path does not take that method. Use one that the Allow header lists.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'The body is too large. Send a smaller one.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'Send the body as JSON in UTF-8, with the header Content-Type: application/json.',
  },
  MALFORMED_TEXT: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body is not valid UTF-8. Encode it as UTF-8.',
  },
  BODY_TOO_DEEP: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body is nested too deeply. Send a flatter one.',
  },
  MALFORMED_JSON: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body is not valid JSON. Check its quotes, commas and brackets.',
  },
  BODY_REQUIRED: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'A body is required. Send a JSON object, {} if there is nothing to say.',
  },
  BODY_NOT_OBJECT: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The body must be a JSON object. Wrap the values in { }.',
  },
  PARAMETER_REPEATED: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'A query parameter is given more than once. Give each one once.',
  },
  MALFORMED_PATH: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The path is not validly percent-encoded UTF-8. Encode each part of it once.',
  },
  MALFORMED_QUERY: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The query is not validly percent-encoded UTF-8. Encode each value once.',
  },
  MALFORMED_REQUEST: {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The request is not valid HTTP. Send it again with an ordinary HTTP client.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    code: 'TIMEOUT',
    message: 'The request took too long to arrive. Send it again.',
  },
  URI_TOO_LONG: {
    status: 414,
    code: 'BAD_REQUEST',
    message: 'The address is too long. Shorten its path or query.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    code: 'BAD_REQUEST',
    message: 'The headers are too large. Send fewer or shorter ones.',
  },
  UNAVAILABLE: {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    message: 'The service cannot answer now. Try again after the seconds in Retry-After.',
    headers: { 'retry-after': '5' },
  },
  INTERNAL: {
    status: 500,
    code: 'INTERNAL_SERVER_ERROR',
    message: 'Something went wrong on our side. Try again later.',
  },
};

/**
 * What the HTTP layer refuses by itself. Status, code and message follow from
 * the reason; `headers` are added to those that belong to it.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly reason: TransportReason;
  readonly headers: Record<string, string>;
  readonly issues: ErrorBody['issues'];

  constructor(
    reason: TransportReason,
    given: { headers?: Record<string, string>; issues?: ErrorBody['issues'] } = {},
  ) {
    const { status, code, message, headers } = terms[reason];
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.reason = reason;
    this.headers = { ...headers, ...given.headers };
    this.issues = given.issues;
  }

  /** The refusal as it is sent. */
  get answer(): ErrorAnswer {
    const body: ErrorBody = { message: this.message, code: this.code, reason: this.reason };
    if (this.issues !== undefined) {
      body.issues = this.issues;
    }
    return { status: this.status, body, headers: this.headers };
  }
}
