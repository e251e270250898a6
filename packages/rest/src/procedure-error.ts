import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { z } from 'zod';
import type { ErrorAnswer, ErrorBody } from './refusal.ts';

/**
 * The answer to a `TRPCError` that the caller of this package does not map itself:
 * its code also serves as the reason. `undefined` for any other error, and for
 * `INTERNAL_SERVER_ERROR`, whose message may be anybody's.
 */
export function answerOfProcedure(error: unknown): ErrorAnswer | undefined {
  if (!(error instanceof TRPCError) || error.code === 'INTERNAL_SERVER_ERROR') {
    return undefined;
  }
  const { code, cause } = error;
  const body: ErrorBody = { message: error.message, code, reason: code };
  if (cause instanceof z.core.$ZodError) {
    body.message = 'Some values are not accepted. See issues.';
    body.issues = cause.issues.map(({ path, message }) => ({ path: path.map(readable), message }));
  }
  // RFC 9110, section 15.5.2: a 401 names at least one way to authenticate.
  const headers = code === 'UNAUTHORIZED' ? { 'www-authenticate': 'Bearer' } : {};
  return { status: getHTTPStatusCodeFromError(error), body, headers };
}

function readable(key: PropertyKey): string | number {
  return typeof key === 'symbol' ? String(key) : key;
}
