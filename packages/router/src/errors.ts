import { isUnavailable, type ModerationReason } from '@namecard/db';
import type { Grounds } from '@namecard/look';
import { type TRPC_ERROR_CODE_KEY, TRPCError } from '@trpc/server';
import { z } from 'zod';
import { type Reason, reasons } from './reasons.ts';

/** `path` holds keys and indexes from the outside in. */
export type Issue = { path: (string | number)[]; message: string };

/** What somebody wrote when they appealed, and the answer. Null without. */
export type Appealed = {
  appeal: string | null;
  appealedAt: string | null;
  answeredAt: string | null;
  answer: string | null;
};

/** `until` is null for a suspension without an end. */
export type ToldSuspension = {
  until: string | null;
  reason: ModerationReason | null;
  note: string | null;
} & Appealed &
  Grounds;

export const nothingTold: ToldSuspension = {
  until: null,
  reason: null,
  note: null,
  appeal: null,
  appealedAt: null,
  answeredAt: null,
  answer: null,
  afterReport: false,
  byProgram: false,
};

type AppErrorOptions = {
  cause?: unknown;
  issues?: Issue[];
  /** Seconds until the same request can succeed. */
  retryAfter?: number;
  /** For `TOKEN_INVALID`: whether a token was sent at all. */
  tokenSent?: boolean;
  /** For `ACCOUNT_SUSPENDED`: the ticket for an appeal. */
  ticket?: string | undefined;
  /**
   * For `ACCOUNT_SUSPENDED`. Pages in other languages need it. API answers don't
   * contain it.
   */
  suspension?: ToldSuspension | undefined;
  /** When the same call can succeed, for pages in other languages, like `suspension`. */
  until?: string;
  /** The HTTP status, if tRPC has no code for it. */
  status?: number;
};

/** The only error of features. Clients see `message`, which says what to do. */
export class AppError extends Error {
  readonly code: TRPC_ERROR_CODE_KEY;
  readonly reason: Reason;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly tokenSent: boolean;
  readonly ticket: string | undefined;
  readonly suspension: ToldSuspension | undefined;
  readonly until: string | undefined;
  readonly status: number | undefined;

  constructor(
    code: TRPC_ERROR_CODE_KEY,
    reason: Reason,
    message: string,
    options: AppErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.reason = reason;
    this.issues = options.issues;
    this.retryAfter = options.retryAfter;
    this.tokenSent = options.tokenSent ?? false;
    this.ticket = options.ticket;
    this.suspension = options.suspension;
    this.until = options.until;
    this.status = options.status;
  }
}

/**
 * A procedure failed for a reason that it does not list. The operator gets a
 * report, and the answer stays the same. Tests fail.
 */
export class UnlistedReason extends Error {
  constructor(path: string, cause: AppError) {
    super(
      `${path} fails with ${cause.reason}: add it to the reasons that the procedure lists`,
      {
        cause,
      },
    );
    this.name = 'UnlistedReason';
  }
}

/** Stack traces would cost the most in errors that occur by the thousand. */
export function untraced<Made extends Error>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Clients end their session for this reason alone. */
export function tokenInvalid(tokenSent = true): AppError {
  const message = tokenSent
    ? 'The token is not valid, or it has expired. Sign in again.'
    : 'Sign in first, and send the token as "Authorization: Bearer <token>".';
  return untraced(
    () => new AppError('UNAUTHORIZED', 'TOKEN_INVALID', message, { tokenSent }),
  );
}

/** Also for reserved usernames, and usernames that rest for somebody else. */
export function usernameTaken(cause?: unknown): AppError {
  return new AppError(
    'CONFLICT',
    'USERNAME_TAKEN',
    'This username is taken. Choose another.',
    {
      cause,
    },
  );
}

/** For people, who don't see `Retry-After`: `40 seconds`, `5 hours`. */
export function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** @param secondsLeft until the limit is open again, or there may be room; at least one is told */
export const rateLimited = (secondsLeft: number) =>
  untraced(() => {
    const retryAfter = Math.max(1, secondsLeft);
    return new AppError(
      'TOO_MANY_REQUESTS',
      'RATE_LIMITED',
      `Too many requests from you or your network. Try again in ${inWords(retryAfter)}.`,
      { retryAfter },
    );
  });

/** @param seconds until there may be room */
export const overloaded = (seconds: number) =>
  untraced(() => {
    const [message, code] = commonTerms.UNAVAILABLE;
    return new AppError(code, 'UNAVAILABLE', message, { retryAfter: seconds });
  });

type Terms = [message: string, code?: TRPC_ERROR_CODE_KEY, options?: AppErrorOptions];

/** Errors that no feature throws. The default code is BAD_REQUEST. */
const commonTerms = {
  BODY_NOT_OBJECT: ['The body must be a JSON object. Wrap the values in { }.'],
  BODY_REQUIRED: ['A body is required. Send a JSON object; it may be empty: {}.'],
  BODY_TOO_DEEP: ['The body is nested too deeply. Send a flatter one.'],
  BODY_TOO_LARGE: ['The body is too large. Send a smaller one.', 'PAYLOAD_TOO_LARGE'],
  HEADERS_TOO_LARGE: [
    'The headers are too large. Send fewer or shorter ones.',
    'BAD_REQUEST',
    { status: 431 },
  ],
  INTERNAL: [
    'Something went wrong on our side. Try again later.',
    'INTERNAL_SERVER_ERROR',
  ],
  MALFORMED_JSON: ['The body is not valid JSON. Check its quotes, commas and brackets.'],
  MALFORMED_PATH: [
    'The path is not validly percent-encoded UTF-8. Encode each part of it once.',
  ],
  MALFORMED_QUERY: [
    'The query is not validly percent-encoded UTF-8. Encode each value once.',
  ],
  MALFORMED_REQUEST: [
    'The request is malformed. Send it with an ordinary HTTP or tRPC client.',
  ],
  MALFORMED_TEXT: ['The body is not valid UTF-8. Encode it as UTF-8.'],
  METHOD_NOT_ALLOWED: [
    'This path does not take that method. Use one that the Allow header lists.',
    'METHOD_NOT_SUPPORTED',
  ],
  PARAMETER_REPEATED: ['A query parameter is given more than once. Give each one once.'],
  PATH_NOT_FOUND: [
    'There is nothing at this path. Check its spelling, also upper and lower case.',
    'NOT_FOUND',
  ],
  REQUEST_TIMEOUT: ['The request took too long to arrive. Send it again.', 'TIMEOUT'],
  UNAVAILABLE: [
    'The service can’t answer now. Try again in a moment.',
    'SERVICE_UNAVAILABLE',
    { retryAfter: 2 },
  ],
  UNSUPPORTED_MEDIA_TYPE: [
    'Send the body as JSON in UTF-8, not compressed, with the header Content-Type: application/json.',
    'UNSUPPORTED_MEDIA_TYPE',
  ],
  URI_TOO_LONG: [
    'The address is too long. Shorten its path or query.',
    'BAD_REQUEST',
    { status: 414 },
  ],
} satisfies Partial<Record<Reason, Terms>>;

export type CommonReason = keyof typeof commonTerms;

const isCommon = (reason: Reason): reason is CommonReason =>
  Object.hasOwn(commonTerms, reason);

/** Reasons for which any call can fail before its procedure. */
export const anyCallErrors = [
  ...reasons.filter(isCommon),
  'ANSWER_FORM_UNKNOWN',
  'BATCH_TOO_LARGE',
] as const;

/** Mistakes in programs and failures on the way. No procedure lists them. */
export type AnyCallReason = (typeof anyCallErrors)[number];

/** Reasons of every procedure: a wrong input, or too many calls. */
export const admissionErrors = ['INPUT_INVALID', 'RATE_LIMITED'] as const;

export function commonError(reason: CommonReason, cause?: unknown): AppError {
  const [message, code = 'BAD_REQUEST', options]: Terms = commonTerms[reason];
  return new AppError(code, reason, message, { cause, ...options });
}

/** For a field that is wrong in a way that no schema can check. */
export const invalidField = (field: string, message: string) =>
  new AppError('BAD_REQUEST', 'INPUT_INVALID', `${field}: ${message}`, {
    issues: [{ path: [field], message }],
  });

function invalidInput(error: z.core.$ZodError): AppError {
  const issues = error.issues.map(({ path, message }) => ({
    path: path.filter((key) => typeof key !== 'symbol'),
    message,
  }));
  const [first] = issues;
  const where = first && first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  const message = first ? `${where}${first.message}` : 'The input is not valid.';
  return new AppError('BAD_REQUEST', 'INPUT_INVALID', message, { issues, cause: error });
}

/** The meaning of errors that tRPC throws before a procedure runs. */
const protocolReasons: Partial<Record<TRPC_ERROR_CODE_KEY, CommonReason>> = {
  NOT_FOUND: 'PATH_NOT_FOUND',
  METHOD_NOT_SUPPORTED: 'METHOD_NOT_ALLOWED',
  BAD_REQUEST: 'MALFORMED_REQUEST',
  PARSE_ERROR: 'MALFORMED_REQUEST',
  UNSUPPORTED_MEDIA_TYPE: 'MALFORMED_REQUEST',
};

/**
 * Maps any error for clients, over REST, tRPC and pages. An unknown error becomes
 * `INTERNAL`, which tells nothing about its cause.
 */
export function appErrorFrom(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  if (isUnavailable(error)) {
    return commonError('UNAVAILABLE', error);
  }
  if (!(error instanceof TRPCError)) {
    return commonError('INTERNAL', error);
  }
  if (error.cause instanceof AppError || isUnavailable(error.cause)) {
    return appErrorFrom(error.cause);
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError) {
    return invalidInput(error.cause);
  }
  return commonError(protocolReasons[error.code] ?? 'INTERNAL', error);
}

/** Whether the failure is the service's. */
export const isOurs = ({ reason }: AppError): boolean =>
  reason === 'INTERNAL' || reason === 'UNAVAILABLE';
