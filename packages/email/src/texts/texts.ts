/** What a moderator hides a card for, or suspends an account. */
export type DecisionReason =
  | 'spam'
  | 'impersonation'
  | 'harassment'
  | 'illegal_content'
  | 'personal_data'
  | 'other';

/** What mails say in one language. A file that lacks a text does not compile. */
export type Texts = {
  /** As `Intl` names it: of how dates, times and numbers are written. */
  locale: string;
  signIn: {
    /** An inbox shows its beginning, so the code comes first. */
    subject: (code: string, product: string, time: string) => string;
    title: (product: string) => string;
    /** For how long a code is good, and until when: a time alone reads as past in another time zone. */
    good: (minutes: number, time: string) => string;
    /** What an inbox shows behind that. */
    longerInside: string;
    instead: string;
    /** From which browser and system, as far as they are known. */
    askedFor: (date: string, time: string, browser?: string, system?: string) => string;
    notYou: string;
    advice: string;
  };
  decision: {
    subjectHidden: (product: string) => string;
    subjectSuspended: (product: string) => string;
    /** A number of one's cards is hidden; `count` is written as the language writes numbers. */
    hidden: (cards: number, count: string) => string;
    suspended: string;
    why: (reason: string) => string;
    reasons: Record<DecisionReason, string>;
    appealHidden: string;
    appealSuspended: string;
    contact: (address: string) => string;
  };
};
