/** `host` is where the service is, such as `cards.example.com`. Days are written out. */
export const en = {
  signIn: {
    /** An inbox shows its beginning, so the code comes first. */
    subject: (code: string, product: string, time: string) =>
      `${code} is your ${product} sign-in code, ${time}`,
    heading: 'Your sign-in code',
    /** Has minutes too: in another time zone the time alone may seem to be past. */
    good: (minutes: number, time: string) =>
      `Valid for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, until ${time}`,
    instead: 'If the short one does not work, enter this one instead:',
    /** Its end, with the device, follows. */
    askedFor: (date: string, time: string) => `Requested on ${date} at ${time}`,
    where: (host: string) =>
      `Enter the code only at ${host}, and give it to nobody: we never ask for it.`,
    notYou: 'Not you? Then ignore this mail. Nobody can sign in without a code from it.',
  },
  move: {
    titles: {
      code: 'A code to change your address',
      change: 'Your account is to get another address',
      changed: 'The address of your account has changed',
      ended: 'The change of your address was cancelled',
    },
    leave:
      'This code lets your account go to another email address. It works for 30 minutes, only together with the code at the new address:',
    arrive:
      'This code gives your account this address. It works for 30 minutes, only together with the code at the present address:',
    prove: (days: number, host: string) =>
      `An admin wants to give your account this address, because its old mailbox is lost. This code confirms that you read this mailbox. It works for ${days} days. Enter it at ${host}: choose “I have a code for a new address”.`,
    opened: 'Somebody told an admin that this mailbox is lost.',
    waitsOld: (day: string) =>
      `From ${day} on you can’t sign in with this address any more.`,
    waitsNew: (day: string) =>
      `Your account gets this address on ${day}. Until then you can’t sign in with it.`,
    doneOld: 'You can’t sign in with this address any more.',
    doneNew: (host: string) =>
      `Your account has this address now. Sign in with it at ${host}.`,
    endedOld: (host: string) =>
      `Your account has this address. Sign in with it at ${host}.`,
    endedNew: 'The account does not have this address. If it should, ask an admin.',
    /** Before the code that ends the move. `day` is null while it has not begun to wait. */
    stop: (host: string, day: string | null) =>
      `If you do not want this, this code ends it${day === null ? '' : `, until ${day}`}. Enter it at ${host}: choose “I did not change my address”.`,
    /** In place of that code. */
    askAdmin: 'If you do not want this, ask an admin. Only an admin can end it.',
    notYou: 'If you did not ask for this, give the code to nobody.',
    /** At the present address, whose code a session asked for. */
    endSessions: (host: string) => `Sign in at ${host} and end all other sessions.`,
  },
  actCode: {
    subject: (code: string, product: string) =>
      `${code} is your ${product} confirmation code`,
    heading: 'Your confirmation code',
    /** What takes a mailed code. */
    acts: {
      give_role: 'Somebody is to get a role, or an admin is to be shut out.',
      create_key: 'A service key is to be created.',
      change_webhook: 'A webhook is to be created or changed.',
      erase_me: 'Your account and your cards are to be erased for good.',
      erase_user: 'An account is to be erased.',
      take_list: 'The list of users is to be taken out.',
      invite: 'More than 100 people are to be invited in a day.',
      change_cards: 'Very many cards are to be changed.',
    },
    what: (host: string) =>
      `Your session at ${host} asked for it. The code works once, within 10 minutes, and for nothing else.`,
    notYou: (host: string) =>
      `Not you? Then somebody else uses your session. Sign in at ${host}, end all other sessions, and tell the operator. Never give a code to anybody: we never ask for one.`,
  },
  invitation: {
    title: (isReminder: boolean): string =>
      isReminder ? 'You are still invited' : 'You are invited',
    /** `inviter` is a username. */
    who: (inviter: string | null) =>
      `${inviter ?? 'An admin'} invites you, and gave us this address.`,
    what: 'Members have a card there: a name, a few words and links, which they write themselves. Nothing about you is published unless you do it.',
    how: 'To join, open this page and enter this address. A code is mailed to you. You need no password, and this mail holds no secret:',
    source: (day: string) =>
      `We hold this address, who invited it and when, only to let you join and to tell you so. It is deleted on ${day} unless you join.`,
    rights:
      'You may ask us for a copy, a correction or the deletion, object, and complain to a data protection authority.',
    never:
      'Not you, or not wanted? Ask for a code on the same page and choose “Not me, never again”. Then we forget this address and invite it no more.',
    /** `isLast`: no other mail follows. */
    rest: (isLast: boolean): string =>
      isLast ? 'We do not remind you again.' : 'If you do nothing, we remind you once.',
  },
  decision: {
    titleHidden: 'One or more of your cards are hidden',
    titleSuspended: 'Your account is suspended',
    titleAnswered: 'You have an answer',
    /** Of a mail with nothing but such answers. There is no more to read about them. */
    titles: {
      card_shown: 'Others can see your card',
      data_saved: 'Your data was saved as a file',
      report_received: 'We have your report',
      role_lowered: 'Your role has changed',
    },
    /** `count` is `cards`, written in the language's format. */
    hidden: (cards: number, count: string, reason: string) =>
      cards === 1
        ? `A card of yours is hidden from others: ${reason}.`
        : `${count} cards of yours are hidden from others: ${reason}.`,
    suspended: (reason: string) => `Your account is suspended: ${reason}.`,
    /** Reasons to hide a card or to suspend an account. */
    reasons: {
      spam: 'unwanted advertising',
      impersonation: 'pretending to be somebody else',
      harassment: 'harassment',
      illegal_content: 'content that may be against the law',
      personal_data: 'somebody else’s personal data',
      other: 'another breach of the rules',
    },
    appeal: (host: string) =>
      `If you think that this is a mistake, sign in at ${host} with this address and read why.`,
    /**
     * The outcome of an appeal, of a first look, or of a report; that the data of a
     * suspended account was saved; or that a role was taken or lowered.
     */
    answers: {
      card_upheld: 'We took another look at a card of yours. It stays hidden.',
      card_restored: 'We took another look at a card of yours. Others can see it again.',
      card_shown: 'We looked at a card of yours. Others can see it now.',
      account_upheld: 'We took another look. Your account stays suspended.',
      account_restored: 'We took another look. Your account is not suspended any more.',
      report_received:
        'We have your report of a card, and a person looks at it. You get one more mail with the decision.',
      report_hidden:
        'You reported a card. We looked at it, and it is hidden from others.',
      report_approved: 'You reported a card. We looked at it, and it stays as it is.',
      report_gone: 'You reported a card. It was deleted, so nobody sees it any more.',
      data_saved:
        'Somebody who read a code in this mailbox saved all data about your suspended account as a file, on the page that says why it is suspended. If it was not you, somebody else reads your mail: tell us.',
      role_lowered:
        'You have a lower role than before, or none. If you did not expect this, ask an admin.',
    },
    /** For people whose address somebody typed. */
    notMe: (host: string) =>
      `Was it not you? Ask for a code at ${host} and choose “Not me, never again”. Then we forget this address and mail it no more.`,
    readAnswer: (host: string) => `Sign in at ${host} to read more.`,
  },
};
