import type { Message } from '../mailer.ts';
import type { Language, Product } from '@namecard/look';
import type { SignInContent } from './sign-in-content.ts';
import { dateIn, hostOf, inUtc } from './frame.ts';
import { signInHtml } from './sign-in-html.ts';
import { signInText } from './sign-in-text.ts';
import { textsIn } from '../texts/texts-in.ts';

/** `endsAt` is ISO 8601. */
type SentCode = { code: string; endsAt: string };

export type SignInMailInput = {
  /** Absent while short codes are closed, or if it would expire unread. */
  shortCode?: SentCode;
  /** 13 characters, ungrouped. */
  longCode: SentCode;
  /** ISO 8601. */
  requestedAt: string;
  /** Both from a fixed list: a mail contains no text of a request. */
  browser: string | undefined;
  system: string | undefined;
  product: Product;
  language: Language;
  /** Where the service is, such as `https://cards.example.com`. */
  origin: string;
};

/** The code in the subject makes a notification enough to sign in. */
export function signInMail(input: SignInMailInput): Omit<Message, 'to'> {
  const content = signInContent(input);
  const { signIn, locale } = textsIn(input.language);
  return {
    // The time in the subject keeps mail clients from folding a repeated code
    // away.
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
    where: signIn.where(hostOf(input.origin)),
    askedFor: signIn.askedFor(
      dateIn(locale)(requestedAt),
      time(requestedAt),
      browser,
      system,
    ),
  };
  if (shortCode === undefined) return { ...shared, main: long };
  const short = { code: shortCode.code, good: goodFor(shortCode) };
  return { ...shared, main: short, fallback: long };
}

const minutesBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);

/** As in `ABCD-EFGH-JKMNP`. Dashes are ignored on input. */
export function groupLongCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

const clockOf =
  (timeStyle: 'short' | 'medium') =>
  (locale: string): ((iso: string) => string) => {
    const written = inUtc(locale, { timeStyle });
    return (iso) => `${written(iso)} UTC`;
  };

const timeIn = clockOf('short');

const timeOfDayIn = clockOf('medium');
