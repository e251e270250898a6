import type { Condition } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';
import { plainLetters, spellings } from '../search-folding.ts';

/** One condition of a search's text, for members and staff. All must hold. */
export type TextTerm = {
  /** A regular expression of PostgreSQL. Its literals are folded for the search. */
  pattern: string;
  isExcluded: boolean;
};

/** What members may search: username and about text. */
export const shownText = sql.ref('profiles.shown_text');

/** What staff search: also links, referral and the owner's address. */
export const wholeText = sql.ref('profiles.whole_text');

export const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);

const anyOf = (letters: string): string =>
  letters.length === 1 ? letters : `[${letters}]`;

/**
 * The expression that finds a folded text in all its spellings. `@ann` also finds what
 * begins a line, as usernames do: so people name cards.
 * @param lookalikes what else counts as a letter
 */
export function anySpelling(
  folded: string,
  lookalikes: Readonly<Record<string, string>> = {},
): string {
  if (folded.length > 1 && folded.startsWith('@')) {
    return String.raw`(?:@|^|\n)${anySpelling(folded.slice(1), lookalikes)}`;
  }
  const text = plainLetters(folded);
  const one = (letter: string) =>
    anyOf(letter + (spellings[letter] ?? '') + (lookalikes[letter] ?? ''));
  // The index can't find "jœ", so it would not find "joe" either.
  const isShort = text.length < 4 && text === folded;
  return escapePattern(text).replaceAll(
    isShort ? /['"a-z\u064a\u0643-]/g : /ae|oe|ss|th|['"a-z\u064a\u0643-]/g,
    (letters) =>
      letters.length === 1
        ? one(letters)
        : `(?:${letters.replaceAll(/./g, one)}|${spellings[letters]})`,
  );
}

export function holdsTerm(
  text: RawBuilder<unknown>,
  { pattern, isExcluded }: TextTerm,
): Condition {
  const matches = sql`${text} ~ ${pattern}`;
  return isExcluded ? sql`not ${matches}` : matches;
}

/** With the first of any characters, and the shortest of any spellings. */
const withoutChoices = (pattern: string): string =>
  pattern.replaceAll(/\[(.)[^\]]*\]/g, '$1').replaceAll(/\(\?:..\|(.)\)/g, '$1');

/**
 * Whether the index of trigrams finds the matches. It needs three letters or
 * digits in a row, so it can't find two ideographs.
 */
export const isTermIndexed = ({ pattern, isExcluded }: TextTerm): boolean =>
  !isExcluded && /[\p{L}\p{N}]{3}/u.test(withoutChoices(pattern));
