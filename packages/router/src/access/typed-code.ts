// The packed client ships this file to browsers, so it imports only its like.
import { category, seenText } from '../seen-text.ts';

/** Crockford's base 32. It has no I, L, O or U, so codes are not misread. */
export const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 13 characters of 5 bits: 65 bits, impossible to guess. */
export const longLength = 13;

/**
 * So a stranger's chance at one address is 1 in 100,000 a day, and people still type it
 * without looking twice (docs/work/sign-in.md).
 */
export const shortLength = 6;

const longShape = new RegExp(`^[${alphabet}]{${longLength}}$`);

const shortShape = new RegExp(`^\\d{${shortLength}}$`);

export type Guess = { kind: 'short' | 'long'; code: string };

const mark = category('\\p{M}', '[\\u0300-\\u036f\\u20d0-\\u20f0]');
const dash = category('\\p{Pd}', '[\\u2010-\\u2015\\ufe58\\ufe63\\uff0d-]');
const digit = category('\\p{Nd}', '[0-9]');
const filler = category(
  '[^\\p{L}\\p{N}]',
  '[\\u0000-/:-@[-`{-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]',
);

const isDigit = (point: number) => String.fromCodePoint(point).replace(digit, '') === '';

/** Scripts list their digits in order from zero, so the place is the value. */
function asciiDigit(found: string): string {
  const point = found.codePointAt(0) ?? 0;
  let place = 0;
  while (isDigit(point - place - 1)) {
    place += 1;
  }
  return String(place % 10);
}

/** ASCII where Unicode allows it. A keycap is a digit with a mark around it. */
const plain = (text: string) =>
  seenText(text).replace(mark, '').replace(dash, '-').replace(digit, asciiDigit);

/** Only letters and digits count, in any case. I and L are 1, O is 0. */
export const readCode = (typed: string): string =>
  plain(typed).replace(filler, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');

// No lookbehind: Safari supports it only from 16.4 on.
const longInText = /(?:^|[^\w-])([0-9A-Z]{4,5}(?:-\s?[0-9A-Z]{4,5}){2})(?![\w-])/i;

/** No part of a larger number, such as 12.345.678. */
const shortInText =
  /(?:^|[^\w.-]|(?:^|\D)\.)(\d{6}|\d{3}[ -/:_\u00b7]\d{3})(?![\w-]|[.,]\d)/;

const kindOf = (code: string): Guess['kind'] | undefined => {
  if (shortShape.test(code)) return 'short';
  return longShape.test(code) ? 'long' : undefined;
};

/** A mail with a code is shorter. The time grows with the square of the length. */
const longestText = 2_000;

/** NUL and lone surrogates: what the service refuses has no code for clients either. */
const unstorable = /[\0\ud800-\udfff]/u;

/**
 * Prefers the long code, which works even if the short one is rejected. The whole text
 * comes last: "Ihr Code: 482 913" has 13 characters too.
 */
export function findCode(text: string): string | undefined {
  if (text.length > longestText || unstorable.test(text)) return undefined;
  const within = plain(text);
  return [longInText.exec(within)?.[1], shortInText.exec(within)?.[1], text]
    .map((part = '') => readCode(part))
    .find((code) => kindOf(code) !== undefined);
}

/** A whole line of the mail is a guess too. */
export function readGuess(otp: string): Guess | undefined {
  const code = findCode(otp) ?? '';
  const kind = kindOf(code);
  return kind && { kind, code };
}
