import type { Texts } from './texts.ts';

const fromDevice = (browser?: string, system?: string) => {
  const known = [browser, system].filter((part) => part !== undefined);
  return known.length === 0 ? '' : `, from ${known.join(' on ')}`;
};

export const en: Texts = {
  locale: 'en-GB',
  signIn: {
    subject: (code, product, time) => `${code} is your ${product} sign-in code, ${time}`,
    title: (product) => `Your ${product} sign-in code`,
    good: (minutes, time) =>
      `Valid for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, until ${time}`,
    longerInside: 'If it does not work, this mail has a longer code.',
    instead: 'If the short one does not work, enter this one instead:',
    askedFor: (date, time, browser, system) =>
      `Requested on ${date} at ${time}${fromDevice(browser, system)}.`,
    notYou: 'Not you?',
    advice:
      'Then ignore this mail. Nobody can sign in without a code from it. Never give a code to anybody: we never ask for one.',
  },
  decision: {
    subjectHidden: (product) => `${product}: one or more of your cards are hidden`,
    subjectSuspended: (product) => `${product}: your account is suspended`,
    hidden: (cards, count) =>
      cards === 1
        ? 'A card of yours is hidden from others.'
        : `${count} cards of yours are hidden from others.`,
    suspended: 'Your account is suspended.',
    why: (reason) => `The reason: ${reason}.`,
    reasons: {
      spam: 'unwanted advertising',
      impersonation: 'pretending to be somebody else',
      harassment: 'harassment',
      illegal_content: 'content that may be against the law',
      personal_data: 'somebody else’s personal data',
      other: 'another breach of the rules',
    },
    appealHidden:
      'If you think that this is a mistake, sign in and ask for another look. It is free, and you get an answer.',
    appealSuspended:
      'If you think that this is a mistake, sign in with this address. The sign-in page will tell you that the account is suspended. You can ask for another look there.',
    contact: (address) => `Contact: ${address}`,
  },
};
