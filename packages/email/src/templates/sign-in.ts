import type { Message } from '../mailer.ts';
import type { Language, Product } from '@namecard/look';
import type { SignInContent } from './sign-in-content.ts';
import { signInHtml } from './sign-in-html.ts';
import { signInText } from './sign-in-text.ts';
import { textsIn } from '../texts/texts-in.ts';

/** A code, and when it expires, ISO 8601. */
type SentCode = { code: string; endsAt: string };

export type SignInMailInput = {
  /** Absent while short codes are closed, or when it would expire before it can be read. */
  shortCode?: SentCode;
  /** 13 characters, ungrouped. */
  longCode: SentCode;
  /** When the code was asked for, ISO 8601. */
  requestedAt: string;
  /** Both in words of a fixed vocabulary: nothing that a request says of itself reaches a mail. */
  browser: string;
  system: string;
  product: Product;
  language: Language;
};

/**
 * The mail that brings the codes of one sign-in. It holds no link, no place and no text of the
 * request. The subject begins with the code, so that a notification alone is enough to sign in.
 */
export function signInMail(input: SignInMailInput): Omit<Message, 'to'> {
  const content = signInContent(input);
  const { signIn, locale } = textsIn(input.language);
  return {
    // By its time, a mail client does not fold a code that is mailed again away under the mail before it.
    subject: signIn.subject(
      content.main.code,
      input.product.name,
      timeOfDayIn(locale)(input.requestedAt),
    ),
    text: signInText(content),
    html: signInHtml(content),
  };
}

function signInContent(input: SignInMailInput): SignInContent {
  const { shortCode, longCode, requestedAt, browser, system, product, language } = input;
  const { signIn, locale } = textsIn(language);
  const time = timeIn(locale);
  const goodFor = ({ endsAt }: SentCode) =>
    signIn.good(minutesBetween(requestedAt, endsAt), time(endsAt));
  const long = { code: groupLongCode(longCode.code), good: goodFor(longCode) };
  const shared = {
    product,
    language,
    texts: signIn,
    askedFor: signIn.askedFor(
      dateIn(locale)(requestedAt),
      time(requestedAt),
      known(browser),
      known(system),
    ),
  };
  if (shortCode === undefined) return { ...shared, main: long };
  const short = { code: shortCode.code, good: goodFor(shortCode) };
  return { ...shared, main: short, fallback: long };
}

/** Programs say neither browser nor system: a mail does not speak of what is unknown. */
const known = (part: string): string | undefined =>
  part.startsWith('an unknown ') ? undefined : part;

const minutesBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);

/** Sets dashes into a long code, `ABCD-EFGH-JKMNP`; they are dropped again when it is entered. */
export function groupLongCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

/** Writes dates and times of UTC as a language writes them. */
const format = (locale: string, style: Intl.DateTimeFormatOptions) => {
  const formatter = new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' });
  return (iso: string) => formatter.format(new Date(iso));
};

const dateIn = (locale: string) => format(locale, { dateStyle: 'long' });

const clockOf =
  (timeStyle: 'short' | 'medium') =>
  (locale: string): ((iso: string) => string) => {
    const written = format(locale, { timeStyle });
    return (iso) => `${written(iso)} UTC`;
  };

const timeIn = clockOf('short');

const timeOfDayIn = clockOf('medium');
