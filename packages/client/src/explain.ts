import type { NamecardError } from './error.ts';

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
    rawReason,
  }: Pick<NamecardError, 'reason' | 'message'> &
    Partial<Pick<NamecardError, 'rawReason'>>,
  service = 'The service',
): string {
  switch (reason) {
    case 'NETWORK':
    case 'TIMEOUT':
      return `${service} can’t be reached. Check your connection and try again.`;
    case 'ANSWER_UNREADABLE':
      return `${service} is not available just now. Try again in a moment.`;
    case 'TOKEN_INVALID':
      return 'You are signed out. Sign in again.';
    case 'STORAGE_FAILED':
      return 'This page can’t keep your sign-in. Let it store data, then sign in again.';
    case 'UNKNOWN':
      return rawReason === undefined ? ourFault : message;
    case 'INTERNAL':
      return ourFault;
    default:
      return message;
  }
}
