/** Reasons to hide a card or to suspend an account. */
export type DecisionReason =
  | 'spam'
  | 'impersonation'
  | 'harassment'
  | 'illegal_content'
  | 'personal_data'
  | 'other';

/** The texts of mails in one language. A file that lacks a text does not compile. */
export type Texts = {
  /** `Intl`'s name of the format of dates, times and numbers. */
  locale: string;
  signIn: {
    /** An inbox shows its beginning, so the code comes first. */
    subject: (code: string, product: string, time: string) => string;
    title: (product: string) => string;
    /** Has minutes too: in another time zone the time alone may seem to be past. */
    good: (minutes: number, time: string) => string;
    /** An inbox shows it after `good`. */
    longerInside: string;
    instead: string;
    askedFor: (date: string, time: string, browser?: string, system?: string) => string;
    notYou: string;
    advice: string;
  };
  decision: {
    subjectHidden: (product: string) => string;
    subjectSuspended: (product: string) => string;
    /** `count` is `cards`, written in the language's format. */
    hidden: (cards: number, count: string) => string;
    suspended: string;
    why: (reason: string) => string;
    reasons: Record<DecisionReason, string>;
    appealHidden: string;
    appealSuspended: string;
    contact: (address: string) => string;
  };
};
