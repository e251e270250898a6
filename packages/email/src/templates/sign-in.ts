import type { Message } from '../mailer.ts';
import { dateIn, inUtc, type Language, type Product } from '@namecard/look';
import { hostOf, mailOf } from './frame.ts';
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
  const { shortCode, longCode, requestedAt, browser, system, product, language } = input;
  const { signIn } = textsIn(language);
  const time = clockIn(language, 'short');
  const shown = ({ code, endsAt }: SentCode) => ({
    code,
    note: signIn.good(minutesBetween(requestedAt, endsAt), time(endsAt)),
  });
  const long = shown({ ...longCode, code: groupLongCode(longCode.code) });
  const short = shortCode && shown(shortCode);
  const first = short ?? long;
  const known = [browser, system].filter((part) => part !== undefined);
  const device = known.length === 0 ? '' : ` (${known.join(', ')})`;
  // The time in the subject keeps mail clients from folding a repeated code away.
  const subject = signIn.subject(
    first.code,
    product.name,
    clockIn(language, 'medium')(requestedAt),
  );
  return mailOf({ product, language, subject, title: signIn.heading }, [
    first,
    ...(short ? [signIn.instead, long] : []),
    signIn.where(hostOf(input.origin)),
    `${signIn.askedFor(dateIn(language)(requestedAt), time(requestedAt))}${device}.`,
    signIn.notYou,
  ]);
}

const minutesBetween = (from: string, to: string): number =>
  Math.floor((Date.parse(to) - Date.parse(from)) / 60_000);

/** As in `ABCD-EFGH-JKMNP`. Dashes are ignored on input. */
export function groupLongCode(code: string): string {
  return [code.slice(0, 4), code.slice(4, 8), code.slice(8)].join('-');
}

function clockIn(language: Language, timeStyle: 'short' | 'medium') {
  const written = inUtc(language, { timeStyle });
  return (iso: string) => `${written(iso)} UTC`;
}
