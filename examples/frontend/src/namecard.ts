import { createClient, type NamecardError } from '@namecard/client';

/** Fires when the service has ended the session; the page shows the sign-in again. */
export const sessionEnds = new EventTarget();

/** The token lives as long as the tab. The service is at `VITE_NAMECARD_URL`, by default where `npm start` puts it. */
export const namecard = createClient({
  url: import.meta.env['VITE_NAMECARD_URL'] ?? 'http://127.0.0.1:3000',
  storage: sessionStorage,
  onSessionEnded: () => sessionEnds.dispatchEvent(new Event('end')),
});

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** Why a call failed, for the person in front of the page. */
export function explain({ reason, message, retryAfter }: NamecardError): string {
  switch (reason) {
    case 'NETWORK':
    case 'TIMEOUT':
    case 'ANSWER_UNREADABLE':
      return 'Namecard can’t be reached. Check your connection and try again.';
    case 'RATE_LIMITED':
      return retryAfter === undefined
        ? 'That was a lot in a short time. Try again a little later.'
        : `That was a lot in a short time. Try again in ${inWords(retryAfter)}.`;
    case 'CODE_INVALID':
      return 'That code didn’t work. Check it, or try the longer one in the same mail.';
    case 'USERNAME_TAKEN':
      return 'Somebody has that username already. Try another.';
    default:
      return message;
  }
}
