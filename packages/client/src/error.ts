import type { AppRouter } from '@namecard/router';
import { TRPCClientError } from '@trpc/client';
import { readIssues, type Issue } from './error-body.ts';
import type { ProcedurePath } from './procedures.ts';
import {
  isOfTransport,
  type OwnReasonOf,
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
  ticket?: string | undefined;
  cause?: unknown;
  shape?: Shape | undefined;
};

/**
 * The one error that calls fail with. `reason` is for programs, `message` for people. It is a `TRPCClientError` too, so that
 * what is made for tRPC can read it.
 */
export class NamecardError extends TRPCClientError<AppRouter> {
  readonly reason: Reason;
  /** The HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined;
  /** What is wrong with the input, value by value; empty where the error is about something else. */
  readonly issues: readonly Issue[];
  /** Seconds after which the same call can succeed, where the service says. */
  readonly retryAfter: number | undefined;
  /** With `ACCOUNT_SUSPENDED`: what `auth.appeal` takes in the place of a code, once within 30 minutes. */
  readonly ticket: string | undefined;

  constructor(reason: Reason, message: string, details: Details = {}) {
    const { cause, shape } = details;
    super(message, {
      ...(cause instanceof Error && { cause }),
      ...(shape && { result: { error: shape } }),
    });
    // TRPCClientError's constructor makes every error one of its own class.
    Object.setPrototypeOf(this, NamecardError.prototype);
    this.name = 'NamecardError';
    this.reason = reason;
    this.status = details.status;
    this.issues = details.issues ?? [];
    this.retryAfter = details.retryAfter;
    this.ticket = details.ticket;
  }
}

/** The error of a call of one procedure. */
export type ErrorOf<Path extends ProcedurePath> = NamecardError & {
  readonly reason: ReasonOf<Path>;
};

/**
 * Whether it is what a call of the procedure failed with. From then on its `reason` can be compared only with those that such a
 * call can have: `isErrorOf('profiles.create', error) && error.reason === 'USERNAME_TAKEN'`.
 */
export function isErrorOf<Path extends ProcedurePath>(
  path: Path,
  error: unknown,
): error is ErrorOf<Path> {
  // What failed on the way, or before the service looked at any call, has no path.
  return error instanceof NamecardError && (error.data?.path ?? path) === path;
}

/**
 * The reason that a call of the procedure failed with, where it is one of the procedure's own; undefined for mistakes in a program and
 * failures on the way. A `switch` over it can name each case: `OwnReasonOf<'auth.verifyCode'>` has four.
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

/** The service's error, from what tRPC made of its answer. */
function serviceError(error: TRPCClientError<AppRouter>, shape: Shape): NamecardError {
  const status = shape.data.httpStatus;
  const isAskedToWait = status === 429 || status === 503;
  return new NamecardError(reasonNamed(shape.data.reason), error.message, {
    status,
    issues: readIssues(shape.data.issues),
    ticket: shape.data.ticket,
    // Calls of one batch share a response: its Retry-After belongs to those that were asked to wait.
    retryAfter: isAskedToWait ? retryAfterOf(responseOf(error)?.headers) : undefined,
    cause: error,
    shape,
  });
}

/** What tRPC says of a query that is longer than any address may be. It was not sent. */
const tooLong = 'Input is too big for a single dispatch';

/** Whatever was thrown, as the one error that there is. */
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

/** The error for an answer that is not the service's. */
export function unreadable({ status, headers }: Response): NamecardError {
  return new NamecardError(
    'ANSWER_UNREADABLE',
    'The answer is not one of the service’s.',
    {
      status,
      retryAfter: retryAfterOf(headers),
    },
  );
}

/** The error for a call that its caller ended. */
export function aborted(signal: AbortSignal): NamecardError {
  return new NamecardError('ABORTED', 'The call was aborted.', { cause: signal.reason });
}
