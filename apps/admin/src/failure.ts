import type { AppRouter, Reason } from '@namecard/router';
import { isTRPCClientError } from '@trpc/client';

export type Failure = {
  /** The service's own reason, or `UNREACHABLE` where no answer came. */
  reason: Reason | 'UNREACHABLE';
  message: string;
  /** A sentence for each error of the input. */
  issues: string[];
  /** Seconds. */
  retryAfter: number | undefined;
};

const unreachable: Failure = {
  reason: 'UNREACHABLE',
  message: 'Namecard can’t be reached. Check your connection and try again.',
  issues: [],
  retryAfter: undefined,
};

const unavailable = 'Namecard is not available just now. Try again in a moment.';

function retryAfter(response: Response | undefined): number | undefined {
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** For answers that are not tRPC's: from a proxy, or from the server before tRPC sees the call. */
function failureOfStatus(response: Response): Failure {
  const reason = response.status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE';
  return { reason, message: unavailable, issues: [], retryAfter: retryAfter(response) };
}

export function failureOf(error: unknown): Failure {
  if (!isTRPCClientError<AppRouter>(error)) {
    return unreachable;
  }
  const answer = error.meta?.['response'];
  const response = answer instanceof Response ? answer : undefined;
  if (error.data) {
    const { reason, issues } = error.data;
    return {
      reason,
      message: error.message,
      issues: issues?.map((issue) => issue.message) ?? [],
      retryAfter: retryAfter(response),
    };
  }
  return response ? failureOfStatus(response) : unreachable;
}

/** Whether the same call may succeed if it is made again. */
export function isPassing({ reason }: Failure): boolean {
  return reason === 'UNREACHABLE' || reason === 'UNAVAILABLE' || reason === 'INTERNAL';
}

function inWords(seconds: number): string {
  if (seconds < 90) {
    return seconds === 1 ? '1 second' : `${seconds} seconds`;
  }
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** A general sentence for the person, where the task has none of its own. */
export function explain({ reason, message, retryAfter: seconds }: Failure): string {
  switch (reason) {
    case 'RATE_LIMITED':
      return seconds === undefined
        ? 'That was a lot of attempts in a short time. Wait a little, then try again.'
        : `That was a lot of attempts in a short time. Try again in ${inWords(seconds)}.`;
    case 'INTERNAL':
      return 'Something went wrong on our side. Nothing you did; try again in a moment.';
    default:
      return message;
  }
}
