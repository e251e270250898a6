import type { ReportReason } from '../report-reason.ts';

const hours = (count: number) => (count === 1 ? 'an hour' : `${count} hours`);

/** In words, how long somebody has to wait. */
function wait(seconds: number): string {
  if (seconds < 60) return 'a minute';
  if (seconds < 3_600) return `${Math.ceil(seconds / 60)} minutes`;
  return hours(Math.ceil(seconds / 3_600));
}

const reasons: Record<ReportReason, string> = {
  danger: 'Somebody may come to harm',
  spam: 'Advertising or spam',
  impersonation: 'Pretends to be somebody else',
  harassment: 'Harasses somebody',
  illegal_content: 'Against the law',
  personal_data: 'Shows somebody’s personal data',
  other: 'Something else',
};

/** Everything that members' pages say, in English. */
export const en = {
  language: 'en',
  front: {
    text: 'Your name, your links, one card.',
    signIn: 'Sign in',
    myCards: 'My cards',
    lookUp: 'Look up a card',
    lookUpHint: 'Its username, such as ann.',
    lookUpButton: 'Look up',
    operators: 'For those who run the service',
    admin: 'Admin',
    reference: 'API reference',
    mailbox:
      'In development no mail is sent: it is in the mailbox. Its address was printed in the terminal where the service was started. It is also in this file:',
  },
  signIn: {
    title: 'Sign in',
    text: 'We mail you a code. There is no password.',
    lost: 'You are no longer signed in. Sign in again.',
    fresh:
      'To delete a card, sign in again first. That takes a sign-in of the last hour.',
    email: 'Email address',
    send: 'Send code',
    codeTitle: 'Enter your code',
    sentTo: (address: string) => `We sent a code to ${address}.`,
    notOpen: 'New accounts are for invited addresses only. Other addresses get no mail.',
    code: 'Code',
    codeHint: 'Either code of the mail. Spaces, dashes and case don’t matter.',
    verify: 'Sign in',
    again: 'Send another mail',
    otherAddress: 'Use another address',
  },
  suspended: {
    title: 'Your account is suspended',
    text: 'Why you ask for another look',
    hint: 'Moderators read this. You can ask once for each suspension.',
    send: 'Ask for another look',
    sentTitle: 'Your request was sent',
    sent: 'A moderator will take another look. The answer stands where you read the reason: sign in again to see it.',
    expired: 'This took longer than 30 minutes. Sign in again to ask for another look.',
  },
  cards: {
    title: 'My cards',
    none: 'You have no card yet.',
    edit: 'Edit',
    editOf: (name: string) => `Edit ${name}`,
    newer: 'Newer cards',
    older: 'Older cards',
    hidden: 'Moderators have hidden this card. Others can’t see it.',
    reason: (reason: ReportReason) => `Reason: ${reasons[reason]}.`,
    appeal: 'Why you ask for another look',
    appealHint: 'You can ask once each time a card is hidden.',
    appealSend: 'Ask for another look',
    appealed:
      'A moderator will take another look. The answer stands where the reason stands, on My cards.',
    createTitle: 'Create a card',
    username: 'Username',
    usernameHint: 'Letters, digits, dots, dashes and underscores. It can’t be changed.',
    referral: 'Who referred you (optional)',
    create: 'Create card',
  },
  card: {
    shown: 'As others see it',
    open: 'Open the public page',
    why: 'Why it is hidden',
    empty: 'Nothing here yet. Fill in the form below.',
    about: 'About you',
    contents: 'About and links',
    place: 'Place',
    placeHint:
      'In degrees. Others may be shown it rounded. Leave both empty for no place.',
    latitude: 'Latitude',
    latitudeHint: 'Degrees north, such as 48.2',
    longitude: 'Longitude',
    longitudeHint: 'Degrees east, such as 16.4',
    save: 'Save',
    savePlace: 'Save place',
    saved: 'Saved.',
    links: { x: 'X', telegram: 'Telegram', website: 'Website', discord: 'Discord' },
    linkHint: 'Links are whole addresses, such as https://example.com/ann.',
    position: (latitude: number, longitude: number) =>
      `${Math.abs(latitude)}° ${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}° ${longitude < 0 ? 'W' : 'E'}`,
    remove: 'Delete this card',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: 'The card is gone for good. Nobody can bring it back.',
    removeButton: 'Delete card',
    keep: 'Keep it',
    back: 'My cards',
  },
  account: {
    title: 'My account',
    signedInAs: (address: string) => `Signed in as ${address}`,
    username: 'Your name as a member (optional)',
    usernameHint: 'Your cards have names of their own.',
    save: 'Save',
    saved: 'Saved.',
    sessions: 'Where you are signed in',
    device: (browser: string, system: string) => `${browser}, ${system}`,
    thisOne: 'This browser',
    lastUsed: (instant: string) =>
      `Last used ${new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(instant))} UTC`,
    end: 'End',
    endOf: (device: string) => `End the session on ${device}`,
    endOthers: 'End all other sessions',
    signOut: 'Sign out',
  },
  report: {
    title: (name: string) => `Report ${name}`,
    text: 'Moderators look at the card. Its owner never learns who reported it.',
    reason: 'What is wrong?',
    reasons,
    details: 'Details (optional)',
    send: 'Send report',
    sentTitle: 'Thank you',
    sent: 'Your report was sent to the moderators.',
  },
  problems: {
    title: 'That did not work',
    notOurs:
      'Nothing was done: the form was not sent from this page. Check it and send it again.',
    marked: 'Check the fields that are marked.',
    noCard: 'There is no such card.',
    error: 'Error',
    home: 'To the first page',
    codeWrong:
      'The code is wrong, used or expired. Try the long code of the same mail, or ask for another mail.',
    taken: 'This username is taken. Choose another.',
    tooMany: (seconds: number) => `Too many tries. Try again in ${wait(seconds)}.`,
    busy: 'The service can’t answer now. Try again in a moment.',
    failed: 'Something went wrong on our side. Try again later.',
    signedOut: 'You are no longer signed in. Send the report again to send it without.',
    reasonMissing: 'Choose a reason.',
  },
};
