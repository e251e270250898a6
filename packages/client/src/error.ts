import type { AppRouter } from '@namecard/router';
import { TRPCClientError } from '@trpc/client';
import { readIssues, type Issue } from './error-body.ts';
import type { ProcedurePath } from './procedures.ts';
import {
  isOfTransport,
  type OwnReasonOf,
  rawReasonOf,
  reasonNamed,
  type Reason,
  type ReasonOf,
} from './reasons.ts';
import { retryAfterOf } from './retry-after.ts';

type Shape = NonNullable<TRPCClientError<AppRouter>['shape']>;

type Details = {
  status?: number | undefined;
  issues?: Issue[];
  retryAfter?: number | undefined;
  rawReason?: string | undefined;
  ticket?: string | undefined;
  cause?: unknown;
  shape?: Shape | undefined;
};

/**
 * Every failing call throws it. `reason` is for programs, `message` for people.
 * It is also a `TRPCClientError`, so tRPC's tools can read it.
 */
export class NamecardError extends TRPCClientError<AppRouter> {
  readonly reason: Reason;
  /** Undefined if there was no answer. */
  readonly status: number | undefined;
  /** Wrong values of the input; empty for other errors. */
  readonly issues: readonly Issue[];
  /** Seconds until the same call can succeed, if the service says so. */
  readonly retryAfter: number | undefined;
  /** With `UNKNOWN`: the reason that a newer service gave. */
  readonly rawReason: string | undefined;
  /**
   * With `ACCOUNT_SUSPENDED`: `auth.appeal` takes it instead of a code, once
   * within 30 minutes.
   */
  readonly ticket: string | undefined;

  constructor(reason: Reason, message: string, details: Details = {}) {
    const { cause, shape } = details;
    super(message, {
      ...(cause instanceof Error && { cause }),
      ...(shape && { result: { error: shape } }),
    });
    // TRPCClientError's constructor sets its own prototype.
    Object.setPrototypeOf(this, NamecardError.prototype);
    this.name = 'NamecardError';
    this.reason = reason;
    this.status = details.status;
    this.issues = details.issues ?? [];
    this.retryAfter = details.retryAfter;
    this.rawReason = details.rawReason;
    this.ticket = details.ticket;
  }
}

export type ErrorOf<Path extends ProcedurePath> = NamecardError & {
  readonly reason: ReasonOf<Path>;
};

/**
 * Whether a call of the procedure failed with this error. It narrows `reason` to
 * the reasons of such a call: `isErrorOf('profiles.create', error) &&
 * error.reason === 'USERNAME_TAKEN'`.
 */
export function isErrorOf<Path extends ProcedurePath>(
  path: Path,
  error: unknown,
): error is ErrorOf<Path> {
  // Errors on the way, or from before any call, have no path.
  return error instanceof NamecardError && (error.data?.path ?? path) === path;
}

/**
 * The error's reason if it is one of the procedure's own. Undefined for mistakes
 * in a program and for errors on the way. A `switch` can name each case:
 * `OwnReasonOf<'auth.verifyCode'>` has four.
 */
export function ownReasonOf<Path extends ProcedurePath>(
  path: Path,
  error: unknown,
): OwnReasonOf<Path> | undefined {
  return isOwn(path, error) ? error.reason : undefined;
}

const isOwn = <Path extends ProcedurePath>(
  path: Path,
  error: unknown,
): error is NamecardError & { readonly reason: OwnReasonOf<Path> } =>
  isErrorOf(path, error) && !isOfTransport(error.reason);

function responseOf(error: TRPCClientError<AppRouter>): Response | undefined {
  const response = error.meta?.['response'];
  return response instanceof Response ? response : undefined;
}

function serviceError(error: TRPCClientError<AppRouter>, shape: Shape): NamecardError {
  const status = shape.data.httpStatus;
  const isAskedToWait = status === 429 || status === 503;
  return new NamecardError(reasonNamed(shape.data.reason), error.message, {
    status,
    rawReason: rawReasonOf(shape.data.reason),
    issues: readIssues(shape.data.issues),
    ticket: shape.data.ticket,
    // Calls of a batch share a response. Its Retry-After is for 429 and 503 only.
    retryAfter: isAskedToWait ? retryAfterOf(responseOf(error)?.headers) : undefined,
    cause: error,
    shape,
  });
}

/** tRPC's message for a query that is too long for an address. */
const tooLong = 'Input is too big for a single dispatch';

/** Turns anything thrown into a `NamecardError`. */
export function asNamecardError(error: unknown): NamecardError {
  if (error instanceof NamecardError) {
    return error;
  }
  if (!(error instanceof TRPCClientError)) {
    return new NamecardError('UNKNOWN', String(error), { cause: error });
  }
  const failed: TRPCClientError<AppRouter> = error;
  if (failed.shape && failed.data) {
    return serviceError(failed, failed.shape);
  }
  if (failed.message === tooLong) {
    return new NamecardError('INPUT_INVALID', 'The input is too long for a query.', {
      cause: error,
    });
  }
  const response = responseOf(failed);
  if (response) {
    return unreadable(response);
  }
  return new NamecardError('UNKNOWN', error.message, { cause: error.cause });
}

/** For an answer that is not the service's. */
export function unreadable({ status, headers }: Response): NamecardError {
  return new NamecardError(
    'ANSWER_UNREADABLE',
    'The answer did not come from the service.',
    {
      status,
      retryAfter: retryAfterOf(headers),
    },
  );
}

export function aborted(signal: AbortSignal): NamecardError {
  return new NamecardError('ABORTED', 'The call was aborted.', { cause: signal.reason });
}
