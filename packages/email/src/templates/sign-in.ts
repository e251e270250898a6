import type { Message } from '../mailer.ts';
import type { Product } from '@namecard/look';
import type { SignInContent } from './sign-in-content.ts';
import { signInHtml } from './sign-in-html.ts';
import { signInText } from './sign-in-text.ts';

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
};

/**
 * The mail that brings the codes of one sign-in. It holds no link, no place and no text of the
 * request. The subject begins with the code, so that a notification alone is enough to sign in.
 */
export function signInMail(input: SignInMailInput): Omit<Message, 'to'> {
  const content = signInContent(input);
  return {
    // By its time, a mail client does not fold a code that is mailed again away under the mail before it.
    subject: `${content.main.code} is your ${content.title}, ${second.format(new Date(input.requestedAt))} UTC`,
    text: signInText(content),
    html: signInHtml(content),
  };
}

function signInContent(input: SignInMailInput): SignInContent {
  const { shortCode, longCode, requestedAt, browser, system, product } = input;
  const long = {
    code: groupLongCode(longCode.code),
    until: lifeOf(longCode, requestedAt),
  };
  const shared = {
    product,
    title: `${product.name} sign-in code`,
    origin: `${formatDate(requestedAt)} at ${formatTime(requestedAt)}${deviceWords(browser, system)}`,
  };
  if (shortCode === undefined) return { ...shared, main: long };
  const short = { code: shortCode.code, until: lifeOf(shortCode, requestedAt) };
  return { ...shared, main: short, fallback: long };
}

/** Programs say neither browser nor system: a mail does not speak of what is unknown. */
function deviceWords(...parts: string[]): string {
  const known = parts.filter((part) => !part.startsWith('an unknown '));
  return known.length === 0 ? '' : `, from ${known.join(' on ')}`;
}

/** Sets dashes into a long code, `ABCD-EFGH-JKMNP`; they are dropped again when it is entered. */
export function groupLongCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

const second = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'UTC' });

const formatDate = (iso: string) => day.format(new Date(iso));

const formatTime = (iso: string) => `${clock.format(new Date(iso))} UTC`;

/** `for 10 minutes, until 10:42 UTC`: a time alone reads as past in another time zone. */
function lifeOf({ endsAt }: SentCode, from: string): string {
  const minutes = Math.floor((Date.parse(endsAt) - Date.parse(from)) / 60_000);
  return `for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, until ${formatTime(endsAt)}`;
}
