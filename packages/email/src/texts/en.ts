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
      `Good for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, until ${time}`,
    longerInside: 'If it is refused, a longer one is inside.',
    instead: 'If the short one is refused, enter this one instead:',
    askedFor: (date, time, browser, system) =>
      `Asked for on ${date} at ${time}${fromDevice(browser, system)}.`,
    notYou: 'Not you?',
    advice:
      'There is nothing to do: ignore this mail, and nobody can sign in without a code from it. Never pass a code on: we never ask for one.',
  },
  decision: {
    subjectHidden: (product) => `${product}: cards of yours are hidden`,
    subjectSuspended: (product) => `${product}: your account is suspended`,
    hidden: (cards, count) =>
      cards === 1
        ? 'A card of yours is hidden from others.'
        : `${count} cards of yours are hidden from others.`,
    suspended: 'Your account is suspended.',
    why: (reason) => `The reason: ${reason}.`,
    reasons: {
      spam: 'unwanted advertising',
      impersonation: 'passing for somebody else',
      harassment: 'harassment',
      illegal_content: 'content that may be against the law',
      personal_data: 'somebody else’s personal data',
      other: 'another breach of the rules',
    },
    appealHidden:
      'If you think that this is a mistake, sign in and ask for another look. It is free, and you get an answer.',
    appealSuspended:
      'If you think that this is a mistake, sign in with this address. You are told that the account is suspended, and can ask for another look there.',
    contact: (address) => `Contact: ${address}`,
  },
};
