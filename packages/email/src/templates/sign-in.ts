import type { Message } from '../mailer.ts';
import { signInHtml } from './sign-in-html.ts';
import { signInText } from './sign-in-text.ts';

export type SignInMailInput = {
  /** Absent while short codes are closed, or when it would expire before it can be read. */
  shortCode?: { code: string; minutesLeft: number };
  /** 13 characters, ungrouped. */
  longCode: { code: string; minutesLeft: number };
  /** When the code was asked for, ISO 8601. */
  requestedAt: string;
  /** Both in words of a fixed vocabulary: nothing that a request says of itself reaches a mail. */
  browser: string;
  system: string;
  productName?: string;
};

/** A code as it is shown, and for how long it is good. */
export type ShownCode = { code: string; goodFor: string };

/** What both forms of the mail say. */
export type SignInContent = {
  title: string;
  main: ShownCode;
  fallback?: ShownCode;
  origin: string;
};

/**
 * The mail that brings the codes of one sign-in. It holds no link, no place and no text of the
 * request. The subject begins with the code, so that a notification alone is enough to sign in.
 */
export function signInMail(input: SignInMailInput): Omit<Message, 'to'> {
  const content = signInContent(input);
  return {
    subject: `${content.main.code} is your ${content.title}`,
    text: signInText(content),
    html: signInHtml(content),
  };
}

function signInContent(input: SignInMailInput): SignInContent {
  const { shortCode, longCode, browser, system, productName = 'Namecard' } = input;
  const long = { code: groupLongCode(longCode.code), goodFor: minutes(longCode.minutesLeft) };
  const shared = {
    title: `${productName} sign-in code`,
    origin: `${formatTime(input.requestedAt)}, from ${browser} on ${system}`,
  };
  if (shortCode === undefined) return { ...shared, main: long };
  const short = { code: shortCode.code, goodFor: minutes(shortCode.minutesLeft) };
  return { ...shared, main: short, fallback: long };
}

/** Sets dashes into a long code, `ABCD-EFGH-JKMNP`; they are dropped again when it is entered. */
function groupLongCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

function minutes(count: number): string {
  return count === 1 ? '1 minute' : `${count} minutes`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'UTC' });

function formatTime(iso: string): string {
  const time = new Date(iso);
  return `${day.format(time)} at ${clock.format(time)} UTC`;
}
