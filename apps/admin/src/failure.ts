import { asNamecardError, type NamecardError } from '@namecard/client';
import { product } from './product.ts';

export type Failure = Pick<NamecardError, 'reason' | 'message' | 'retryAfter'>;

export const failureOf: (error: unknown) => Failure = asNamecardError;

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
    case 'NETWORK':
    case 'TIMEOUT':
      return `${product.name} can’t be reached. Check your connection and try again.`;
    case 'ANSWER_UNREADABLE':
      return `${product.name} is not available just now. Try again in a moment.`;
    case 'RATE_LIMITED':
      return seconds === undefined
        ? 'That was a lot of attempts in a short time. Wait a little, then try again.'
        : `That was a lot of attempts in a short time. Try again in ${inWords(seconds)}.`;
    case 'INTERNAL':
    case 'UNKNOWN':
      return 'Something went wrong on our side. Nothing you did; try again in a moment.';
    default:
      return message;
  }
}
