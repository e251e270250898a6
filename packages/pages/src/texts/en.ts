import { formatsOf, waitOf } from './format.ts';
import type { ReportReason } from '../api.ts';

const { away, day, list, place, town } = formatsOf('en');

function wait(seconds: number): string {
  const { unit, count } = waitOf(seconds);
  return count === 1 ? `${unit === 'hour' ? 'an' : 'a'} ${unit}` : `${count} ${unit}s`;
}

const reasons: Record<ReportReason, string> = {
  danger: 'Somebody could get hurt',
  spam: 'Advertising or spam',
  impersonation: 'Pretends to be somebody else',
  harassment: 'Harasses somebody',
  illegal_content: 'May be against the law',
  personal_data: 'Shows somebody’s personal data',
  other: 'Something else',
};

/** Instants are in ISO 8601. */
export const en = {
  front: {
    text: 'Your name, your links, one card.',
    seenByAll:
      'Anybody who has your card’s address can see the card, unless you keep it for members. Your email address is never on it.',
    seenByMembers: 'Only members can see your card. Your email address is never on it.',
    example: {
      name: 'Ann Müller, lawyer',
      text: 'Tenancy law, mostly. I play the Caro-Kann, badly.',
    },
    lookUp: 'Look up a card by its username',
    admin: 'Admin',
  },
  signIn: {
    title: 'Sign in',
    text: 'We mail you a code. You need no password.',
    newHere: 'New here? This creates an account.',
    lost: 'You are no longer signed in.',
    addressLost:
      'This page no longer knows your address. It may be more than an hour old. Or your browser blocks cookies: allow them for this site. Then ask for a code again.',
    noCookies:
      'Your browser blocks cookies, so no mail was sent. Signing in needs cookies. Allow them for this site, and try again.',
    codeUntried:
      'The code was not tried, because your browser sent no cookies. If it blocks them, allow them for this site. Then send the code again. If this page is more than an hour old, ask for another mail.',
    kept: 'After you sign in, what you typed is here again.',
    fresh: 'This needs a sign-in from the last hour.',
    email: 'Email address',
    send: 'Send code',
    codeTitle: 'Enter your code',
    sentTo: (address: string) => `We sent a code to ${address}.`,
    notOpen:
      'Only some addresses can have an account here, such as invited ones. Others get no mail.',
    code: 'Code',
    codeHint:
      'Either code in the mail works: the short one for 10 minutes, the long one for an hour, from when it was first mailed.',
    tryLong: 'Try the long code of the same mail, or ask for another mail.',
    again: 'Send another mail',
    otherAddress: 'Use another address',
    back: 'This is what you typed. Nothing has been sent yet.',
    mailbox:
      'This service runs in development and sends no mail. The address of its test mailbox was printed at the start, and is in this file:',
  },
  form: {
    save: 'Save',
    keep: 'Keep it',
    done: {
      saved: 'Saved',
      asked: 'Your request was sent',
      deleted: 'Card deleted',
      ended: 'Session ended',
      others: 'Other sessions ended',
      signedOut: 'Signed out',
    },
  },
  appeal: {
    text: 'Why should we look again?',
    hint: 'Moderators read this. You can ask once for each decision.',
    send: 'Ask for another look',
    asked: (instant: string) => `You asked for another look on ${day(instant)}:`,
    waiting: 'A moderator has not answered yet.',
    turnedDown: (instant: string) => `Answered on ${day(instant)}: turned down.`,
  },
  suspended: {
    title: 'Your account is suspended',
    sent: 'A moderator takes another look. Sign in later to read the answer, beside the reason.',
    data: 'To have your account and cards erased, write to those who run this site; an admin does it. The suspension stays on your address until it would have ended, two years at most.',
    expired:
      'This works once, for 30 minutes. Copy your text if you wrote one, then sign in again.',
  },
  cards: {
    title: 'My cards',
    none: 'You have no card yet.',
    noMore: 'There are no older cards.',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    hiddenTitle: 'This card is hidden from others',
    waitingTitle: 'This card waits for a first look',
    waiting:
      'Moderators look at each newcomer’s first card. Until then nobody else sees it. Then you get a mail.',
    reason: (reason: ReportReason) => `Reason: ${reasons[reason]}.`,
    noReason: 'No reason is given.',
    createTitle: 'Create a card',
    username: 'Username',
    usernameHint: 'Letters, digits, dots, dashes and underscores. It can’t be changed.',
  },
  draft: {
    areYou: (name: string) => `Are you ${name}?`,
    isYours: 'Is this card yours?',
    text: 'A card was prepared for you. Only you and the admins can see it.',
    yes: 'Yes, that is me',
    no: 'No, that is not me',
    prepared: (who: string | null) =>
      `${who === null ? 'Prepared for you' : `Prepared by ${who}`}. Check it, then save to publish it.`,
  },
  card: {
    shown: 'As others see it',
    open: 'Open the public page',
    invite: 'Make your own card',
    line: 'Name and what you do',
    lineHint: 'Such as Ann Müller, lawyer.',
    about: 'More about you',
    place: 'Place',
    linksTitle: 'Links',
    placeHint:
      'Your town, such as Vienna, or a map’s coordinates. Others see the nearest town.',
    which: 'Which one do you mean?',
    several: 'There are several places of this name.',
    removePlace: 'Remove the place',
    towns: 'Towns',
    town,
    website: 'Website',
    notOffered:
      'Links of this kind are no longer offered, and others don’t see this one. Empty the field to remove it.',
    linkHint: (named: readonly string[]) =>
      `Write addresses, such as example.com/ann.${named.length === 0 ? '' : ` For ${list(named)} your name there is enough.`}`,
    seenByAll: 'Everyone can see this.',
    seenByMembers: 'Only members can see this.',
    readers: 'Who can see this card',
    readersOf: {
      anybody: 'Anybody, even without an account',
      members: 'Only signed-in members',
    },
    position: (latitude: number, longitude: number) =>
      place(latitude, longitude, ['N', 'S', 'E', 'W']),
    share: 'Share',
    address: 'Address',
    qr: (address: string) => `QR code of ${address}`,
    contact: 'Save as contact (.vcf)',
    remove: 'Delete this card',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: 'Nobody can bring it back.',
  },
  move: {
    title: 'Change address',
    how: (address: string) =>
      `We mail a code to ${address} and one to the new address. You enter both here.`,
    newAddress: 'New email address',
    start: 'Send both codes',
    confirmTitle: 'Enter both codes',
    sent: 'They work for 30 minutes.',
    presentCode: 'Code from your present address',
    newCode: 'Code from the new address',
    codeHint: 'It is in our mail to this address, and has 13 letters and digits.',
    again: 'Begin again',
    prove: {
      title: 'I have a code for a new address',
      address: 'The new address',
      button: 'Confirm this address',
      doneTitle: 'The address is confirmed',
      done: (instant: string) =>
        `Your account gets this address on ${day(instant)}. Until then you can’t sign in with it.`,
    },
    undo: {
      title: 'I did not change my address',
      address: 'The old address',
      button: 'Keep the old address',
      doneTitle: 'Your account keeps its old address',
      done: 'All its sessions have ended. Sign in again.',
    },
    never: {
      title: 'Not me, never again',
      text: 'Did somebody invite you, or report a card with your address, and you don’t want that? Then we forget this address and mail it no more unless you ask. No account is made.',
      address: 'Your address',
      button: 'Never mail me again',
      doneTitle: 'We have forgotten this address',
      done: 'We do not invite this address again, nor mail it about reports.',
    },
  },
  account: {
    title: 'My account',
    signedInAs: (address: string) => `Signed in as ${address}`,
    username: 'Your name as a member (optional)',
    usernameHint: 'Your cards have their own names.',
    identities: 'Linked identities',
    identitiesHint: 'Your names on other services. Nobody checks them.',
    identity: {
      walletAddress: 'Wallet address',
      farcasterId: 'Farcaster ID',
      coinbaseWallet: 'Coinbase wallet',
      worldId: 'World ID',
    },
    language: 'Language',
    languageHint: 'For these pages and for mails to you',
    sessions: 'Where you are signed in',
    unknownDevice: 'An unknown device',
    thisOne: 'This browser',
    lastUsed: (instant: string) => `Last used ${away(instant)}`,
    end: 'End',
    endOf: (device: string) => `End the session on ${device}`,
    endOthers: 'End all other sessions',
    signOut: 'Sign out',
    reports: 'Your reports',
    reportedCard: 'A card that is hidden or gone',
    reportedAt: (instant: string) => `Reported ${away(instant)}`,
    reportStates: {
      received: 'A person looks at it.',
      hidden: 'The card is hidden from others.',
      approved: 'The card stays as it is.',
      gone: 'The card was deleted.',
      closed: 'Closed without a decision.',
    },
    data: 'Your data',
    dataHint:
      'What you gave us and what was decided about you, in one file (JSON). Ask an admin for what others wrote about you.',
    download: 'Download your data',
    erase: 'Erase your account',
    eraseText: (address: string) =>
      `Nobody can bring back the account of ${address} and its cards.`,
    eraseButton: 'Erase everything',
    erasedTitle: 'Your account is erased',
    erased:
      'Nobody sees your cards any more. The rest of your data is deleted within two minutes.',
  },
  members: {
    title: 'Members',
    search: 'Search names and texts',
    searchButton: 'Search',
    none: 'There is no card yet.',
    nothingFound: (words: string) => `No card has all of these words: ${words}.`,
    newer: 'Newer',
    older: 'Older',
    last: 'Search to find older cards.',
  },
  nowhere: {
    title: 'There is nothing at this address',
    text: 'The link may be old, or mistyped.',
  },
  report: {
    anyTitle: 'Report a card',
    title: (name: string) => `Report ${name}`,
    text: 'Moderators look at the card. Its owner never learns who reported it.',
    reason: 'What is wrong?',
    reasons,
    details: 'Details (optional)',
    name: 'Your name (optional)',
    email: 'Your email address (optional)',
    emailHint:
      'Then we mail you what becomes of it. Only admins can read the address. After the decision we delete it from the report.',
    faith: 'By sending this report you say in good faith that what you write is true.',
    send: 'Send report',
    sentTitle: 'Your report was sent',
    sent: 'Thank you. A person looks at each card that is reported.',
  },
  problems: {
    title: 'That did not work',
    error: 'Error',
    home: 'To the start page',
    again: 'Send it again',
    notOurs:
      'The form was not sent from this site, so nothing was changed. Check it and send it again.',
    otherAddress: 'This page can’t be used at this address, so nothing was changed.',
    openThere: 'Open it at the service’s own address:',
    openByIp:
      'Open it at the IP address of the service. Its operator can set PUBLIC_URL to this address.',
    changedMeanwhile:
      'This was changed meanwhile, for instance in another tab, so nothing was saved. Compare what you typed with what is stored, and send it again.',
    otherMember:
      'You are now signed in as somebody else. Nothing was changed. This page shows your account.',
    tooLong: 'That was too long, so nothing was saved. Go back and shorten it.',
    marked: 'Check the fields that are marked.',
    signedOut: 'Send the report again to report without an account.',
    tooMany: (seconds: number) => `Too many tries. Try again in ${wait(seconds)}.`,
    failed: 'Something went wrong on our side. Try again later.',
    refused: 'The service did not take this. Go back and try again.',
    until: {
      ADDRESS_HELD: (instant: string) =>
        `Until ${day(instant)} nobody can sign up with this address: an account has left it or waits to get it. Sign in with the account’s other address. If you did not change it, take it back: “I did not change my address”, with the code of our mail.`,
      MOVED_RECENTLY: (instant: string) =>
        `The address has changed within the last seven days. It can change again on ${day(instant)}.`,
      MOVE_OPEN: (instant: string) =>
        `A change of your address can be taken back until ${day(instant)}. You can do this after that.`,
    },
    reasons: {
      ADDRESS_TAKEN: 'Another account has this address. Use another one.',
      ADDRESS_UNCHANGED: 'Your account has this address already.',
      ADDRESS_CONFIGURED:
        'The operator has set this address. Ask the operator to change it.',
      MOVE_WAITS:
        'Admins are changing the address of this account. Ask an admin to end that first.',
      APPEALED_ALREADY:
        'You have asked for another look already. You will find the answer beside the reason.',
      CODE_INVALID: 'The code is wrong, used or expired.',
      LAST_ADMIN: 'Nobody else is an admin. Make somebody else an admin first.',
      MAIL_PROVIDER_REFUSED:
        'The mail with the code could not be sent. Try again in a moment.',
      NOT_HIDDEN: 'This card is not hidden any more.',
      NOT_SUSPENDED: 'This account is not suspended any more. Sign in again.',
      PROFILE_LIMIT: 'You have reached the limit of cards for an account.',
      PROFILE_NOT_FOUND: 'There is no such card.',
      REPORTS_FULL:
        'Others sent too many reports without an account today, so yours was not stored. Sign in and send it again.',
      UNAVAILABLE: 'The service can’t answer now. Try again in a moment.',
      USERNAME_TAKEN: 'This username is taken. Choose another.',
    },
    named: (example: string) => `Write ${example}, for example, or your address there.`,
    fields: {
      about: 'At most 2,000 characters, without invisible ones.',
      code: 'Enter a code from the mail.',
      email: 'Enter an email address, such as ann@example.com.',
      identity: 'At most 128 characters in one line, without invisible ones.',
      link: 'Write an address such as example.com/ann, at most 512 characters, without a password.',
      discord: 'Give your invite link, such as discord.gg/abc, or your user number.',
      place:
        'We don’t know this place. Try a larger town nearby, its English name, or a map’s coordinates.',
      reason: 'Choose a reason.',
      name: 'At most 100 characters in one line.',
      search: 'At most 8 words and 100 characters.',
      text: 'Write a few words, at most 1,000 characters.',
      username:
        '1 to 64 characters: letters from A to Z, digits, dots, dashes and underscores. No dot first or last.',
    },
  },
};
