import type { Condition } from '@namecard/db';
import { type RawBuilder, sql } from 'kysely';

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

export function holdsTerm(
  text: RawBuilder<unknown>,
  { pattern, isExcluded }: TextTerm,
): Condition {
  const matches = sql`${text} ~ ${pattern}`;
  return isExcluded ? sql`not ${matches}` : matches;
}

/**
 * Whether the index of trigrams finds the matches. It needs three letters or
 * digits in a row, so it can't find two ideographs.
 */
export const isTermIndexed = ({ pattern, isExcluded }: TextTerm): boolean =>
  !isExcluded && /[\p{L}\p{N}]{3}/u.test(pattern.replaceAll(/\[[^\]]*\]/g, 'a'));
