import { isUnavailable } from '@namecard/db';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import {
  AppError,
  appErrorFrom,
  commonError,
  type CommonReason,
  untraced,
} from './errors.ts';

/** Named as in HTTP (RFC 9110 11.6.1 and 10.2.3, RFC 6750 3). */
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

function answerOf(error: AppError) {
  const { message, code, reason, issues, ticket } = error;
  return {
    status:
      error.status ?? getHTTPStatusCodeFromError(untraced(() => new TRPCError({ code }))),
    headers: errorHeaders(error),
    body: { message, code, reason, ...(issues && { issues }), ...(ticket && { ticket }) },
  };
}

/** The REST answer to an error; undefined for unknown kinds of errors. */
export const answerError = (error: unknown) =>
  error instanceof TRPCError || error instanceof AppError || isUnavailable(error)
    ? answerOf(appErrorFrom(error))
    : undefined;

/** The answer to a failure outside a procedure. */
export const answerReason = (reason: CommonReason) => answerOf(commonError(reason));
