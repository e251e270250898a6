import type { NamecardError } from './error.ts';

function inWords(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

const ourFault = 'Something went wrong on our side, not on yours. Try again in a moment.';

/**
 * Explains a failed call to a person, in English, if the page has no text of its
 * own.
 * @param service its name at the start of a sentence
 */
export function explain(
  {
    reason,
    message,
    retryAfter,
    rawReason,
  }: Pick<NamecardError, 'reason' | 'message' | 'retryAfter'> &
    Partial<Pick<NamecardError, 'rawReason'>>,
  service = 'The service',
): string {
  switch (reason) {
    case 'NETWORK':
    case 'TIMEOUT':
      return `${service} can’t be reached. Check your connection and try again.`;
    case 'ANSWER_UNREADABLE':
      return `${service} is not available just now. Try again in a moment.`;
    case 'RATE_LIMITED':
      return retryAfter === undefined
        ? 'That was a lot of attempts in a short time. Wait a little, then try again.'
        : `That was a lot of attempts in a short time. Try again in ${inWords(retryAfter)}.`;
    case 'UNKNOWN':
      return rawReason === undefined ? ourFault : message;
    case 'INTERNAL':
      return ourFault;
    default:
      return message;
  }
}
