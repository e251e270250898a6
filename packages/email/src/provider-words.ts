import type { Delivery } from './mailer.ts';

/** Those of the last refusal that may be about us, for the log. */
export type ProviderWords = {
  note(delivery: Delivery, words: string): Delivery;
  last(): string;
};

/** An address, or digits and letters that can be a code of a subject. */
const ofPeople =
  /[^\s<>"']*@[^\s<>"']*|\d[\d ]{4,}\d|\b[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{5}\b/gi;

export function keepProviderWords(): ProviderWords {
  let kept = '';
  return {
    note: (delivery, words) => {
      const isAboutUs =
        delivery.outcome === 'misconfigured' ||
        (delivery.outcome === 'refused' && !delivery.reason.startsWith('recipient_'));
      // The time grows with the square of the length.
      if (isAboutUs) kept = words.slice(0, 2_000).replaceAll(ofPeople, '…').slice(0, 300);
      return delivery;
    },
    last: () => kept,
  };
}
