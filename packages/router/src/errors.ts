import { isUnavailable } from '@namecard/db';
import { type TRPC_ERROR_CODE_KEY, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';

/** Why a request failed, for programs to switch on. A reason is never renamed and never changes its code. */
export const reasons = [
  'ACCOUNT_SUSPENDED',
  'ACTION_NOT_FOUND',
  'BATCH_TOO_LARGE',
  'CHANGED_MEANWHILE',
  'CODE_INVALID',
  'IDEMPOTENCY_KEY_IN_USE',
  'IDEMPOTENCY_KEY_REUSED',
  'INPUT_INVALID',
  'INTERNAL',
  'LAST_ADMIN',
  'MAIL_PROVIDER_REFUSED',
  'MALFORMED_REQUEST',
  'METHOD_NOT_ALLOWED',
  'NOT_OWNER',
  'PATH_NOT_FOUND',
  'PROFILE_LIMIT',
  'PROFILE_NOT_FOUND',
  'RATE_LIMITED',
  'ROLE_MISSING',
  'SESSION_NOT_FOUND',
  'TOKEN_INVALID',
  'UNAVAILABLE',
  'USERNAME_TAKEN',
  'USER_NOT_FOUND',
] as const;

export type Reason = (typeof reasons)[number];

/** One thing wrong with an input: where, as keys and indexes from the outside in, and what to do about it. */
export type Issue = { path: (string | number)[]; message: string };

type AppErrorOptions = {
  cause?: unknown;
  issues?: Issue[];
  /** Seconds to wait before the same request can succeed. */
  retryAfter?: number;
  /** For `TOKEN_INVALID`: whether a token was sent at all. */
  tokenSent?: boolean;
};

/** The one error that features throw. `message` is shown to clients and says what to do. */
export class AppError extends Error {
  readonly code: TRPC_ERROR_CODE_KEY;
  readonly reason: Reason;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;
  readonly tokenSent: boolean;

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
  }
}

/** For a missing, malformed, unknown, expired or ended token; clients end their session on this reason alone. */
export function tokenInvalid(tokenSent = true): AppError {
  const message = tokenSent
    ? 'The token is not valid, or no longer. Sign in again.'
    : 'Sign in first, and send the token as "Authorization: Bearer <token>".';
  return new AppError('UNAUTHORIZED', 'TOKEN_INVALID', message, { tokenSent });
}

/** For a username that somebody else has, or that is reserved. */
export function usernameTaken(cause?: unknown): AppError {
  return new AppError('CONFLICT', 'USERNAME_TAKEN', 'This username is taken. Choose another.', {
    cause,
  });
}

/** @param seconds after which the limit is open again */
export const rateLimited = (seconds: number) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'RATE_LIMITED',
    'Too many requests from your network. Try again after the seconds in Retry-After.',
    { retryAfter: seconds },
  );

const internal = (cause: unknown) =>
  new AppError('INTERNAL_SERVER_ERROR', 'INTERNAL', 'Something went wrong on our side.', { cause });

/** Seconds after which a client is asked to come back while the database can't be reached. */
const unavailableRetry = 2;

const unavailable = (cause: unknown) =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'UNAVAILABLE',
    'The service is not available just now. Try again in a moment.',
    { cause, retryAfter: unavailableRetry },
  );

/** For a field of an input that is wrong in a way no schema can check. */
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

/** What tRPC itself refuses, before any procedure runs. */
function protocolError(error: TRPCError): AppError {
  switch (error.code) {
    case 'NOT_FOUND':
      return new AppError('NOT_FOUND', 'PATH_NOT_FOUND', 'There is no such procedure.');
    case 'METHOD_NOT_SUPPORTED':
      return new AppError(
        'METHOD_NOT_SUPPORTED',
        'METHOD_NOT_ALLOWED',
        'Call queries with GET and mutations with POST.',
      );
    case 'BAD_REQUEST':
    case 'PARSE_ERROR':
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError(
        'BAD_REQUEST',
        'MALFORMED_REQUEST',
        'The request is not a well-formed tRPC call.',
        { cause: error },
      );
    default:
      return internal(error);
  }
}

/**
 * What any error means to a client. The one mapping that every face uses: what is not known to be the client's mistake, or
 * a passing one, becomes `INTERNAL`, which says nothing of its cause.
 */
export function appErrorFrom(error: unknown): AppError {
  if (error instanceof AppError) {
    return error;
  }
  if (isUnavailable(error)) {
    return unavailable(error);
  }
  if (!(error instanceof TRPCError)) {
    return internal(error);
  }
  if (error.cause instanceof AppError || isUnavailable(error.cause)) {
    return appErrorFrom(error.cause);
  }
  if (error.code === 'BAD_REQUEST' && error.cause instanceof z.core.$ZodError) {
    return invalidInput(error.cause);
  }
  return protocolError(error);
}

/** The headers that belong to an error, named as HTTP does (RFC 9110 11.6.1 and 10.2.3, RFC 6750 3). */
export function errorHeaders(error: AppError): Record<string, string> {
  const headers: Record<string, string> = {};
  if (error.code === 'UNAUTHORIZED') {
    headers['www-authenticate'] = error.tokenSent
      ? 'Bearer realm="namecard", error="invalid_token"'
      : 'Bearer realm="namecard"';
  }
  if (error.retryAfter !== undefined) {
    headers['retry-after'] = String(error.retryAfter);
  }
  return headers;
}

/** An error of a procedure's, or of the database's, as REST answers it; undefined for what the router knows nothing of. */
export function answerError(error: unknown) {
  if (!(error instanceof TRPCError || error instanceof AppError || isUnavailable(error))) {
    return undefined;
  }
  const appError = appErrorFrom(error);
  const { message, code, reason, issues } = appError;
  return {
    status: getHTTPStatusCodeFromError(new TRPCError({ code })),
    headers: errorHeaders(appError),
    body: { message, code, reason, ...(issues && { issues }) },
  };
}
