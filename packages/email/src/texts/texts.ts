/** Reasons to hide a card or to suspend an account. */
export type DecisionReason =
  | 'spam'
  | 'impersonation'
  | 'harassment'
  | 'illegal_content'
  | 'personal_data'
  | 'other';

/**
 * The outcome of an appeal about a card or an account, of a first look, or of a report; or
 * that the data of a suspended account was saved.
 */
export type DecisionAnswer =
  | 'card_upheld'
  | 'card_restored'
  | 'card_shown'
  | 'account_upheld'
  | 'account_restored'
  | 'report_received'
  | 'report_hidden'
  | 'report_approved'
  | 'report_gone'
  | 'data_saved';

/** What takes a mailed code. */
export type CodedAct =
  | 'give_role'
  | 'create_key'
  | 'change_webhook'
  | 'erase_me'
  | 'erase_user'
  | 'take_list'
  | 'invite'
  | 'change_cards';

/** The texts of mails in one language. A file that lacks a text does not compile. */
export type Texts = {
  signIn: {
    /** An inbox shows its beginning, so the code comes first. */
    subject: (code: string, product: string, time: string) => string;
    /** Without the product, whose name stands above it. */
    heading: string;
    /** Has minutes too: in another time zone the time alone may seem to be past. */
    good: (minutes: number, time: string) => string;
    instead: string;
    /** Its end, with the device, follows. */
    askedFor: (date: string, time: string) => string;
    /** Where to enter the code, such as `cards.example.com`. */
    where: (host: string) => string;
    notYou: string;
  };
  move: {
    titles: Record<'code' | 'change' | 'changed' | 'ended', string>;
    /** What the code that follows does, and for how long. */
    leave: string;
    arrive: string;
    prove: (days: number, host: string) => string;
    opened: string;
    waitsOld: (day: string) => string;
    waitsNew: (day: string) => string;
    doneOld: string;
    doneNew: (host: string) => string;
    endedOld: (host: string) => string;
    endedNew: string;
    /** Before the code that ends the move. `day` is null while it has not begun to wait. */
    stop: (host: string, day: string | null) => string;
    /** In place of that code. */
    askAdmin: string;
    notYou: string;
    /** At the present address, whose code a session asked for. */
    endSessions: (host: string) => string;
  };
  actCode: {
    subject: (code: string, product: string) => string;
    heading: string;
    acts: Record<CodedAct, string>;
    what: (host: string) => string;
    notYou: (host: string) => string;
  };
  invitation: {
    title: (isReminder: boolean) => string;
    /** `inviter` is a username, or null. */
    who: (inviter: string | null) => string;
    what: string;
    how: string;
    /** `day` is when the address is deleted. */
    source: (day: string) => string;
    rights: string;
    never: string;
    /** `isLast`: no other mail follows. */
    rest: (isLast: boolean) => string;
  };
  decision: {
    titleHidden: string;
    titleSuspended: string;
    titleShown: string;
    titleAnswered: string;
    /** `count` is `cards`, written in the language's format. */
    hidden: (cards: number, count: string, reason: string) => string;
    suspended: (reason: string) => string;
    reasons: Record<DecisionReason, string>;
    /** `host` is where to sign in. */
    appeal: (host: string) => string;
    /** The answers to requests for another look, and to reports. */
    answers: Record<DecisionAnswer, string>;
    readAnswer: (host: string) => string;
    titleReceived: string;
    titleSaved: string;
    /** For people whose address somebody typed. */
    notMe: (host: string) => string;
  };
};
