import { readAddress } from './addresses.ts';
import { seenWord, unseen } from './seen-text.ts';

/** Marks on letters, and characters that show nothing. */
const ignored = new RegExp(`[\\p{Mn}\\p{Me}${unseen}]`, 'gu');

/**
 * The form in which a search compares texts: `ＺＵ̈RICH` is `zurich`. It may be empty.
 * Must match the database's `search_text`.
 */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(ignored, '')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ς', 'σ');

/**
 * Letters that Unicode does not take apart, and signs that phones and Word type instead of
 * plain ones. `anySpelling` makes a search for either find both: stored texts keep them.
 */
export const spellings: Readonly<Record<string, string>> = {
  ae: 'æ',
  oe: 'œ',
  ss: 'ß',
  th: 'þ',
  d: 'đð',
  h: 'ħ',
  i: 'ı',
  l: 'ł',
  o: 'ø',
  "'": '‘’‚‛′ʹʻʼ׳',
  '"': '“”„‟«»״',
  '-': '‐‒–—―−',
  // Arabic yeh and kaf, which Egyptian and Persian keyboards type in another way.
  '\u064a': '\u0649\u06cc',
  '\u0643': '\u06a9',
};

const plain = new Map(
  Object.entries(spellings).flatMap(([letters, others]) =>
    Array.from(others, (other) => [other, letters] as const),
  ),
);

/** @param folded by `foldForSearch` */
export const plainLetters = (folded: string): string =>
  folded.replaceAll(/[^\0-\x7f]/gu, (letter) => plain.get(letter) ?? letter);

/** Folds a text that may be an address, as typed or pasted, or a part of one. */
export function foldWithAddress(text: string): string {
  const seen = seenWord(text);
  const address = seen.includes('@') ? readAddress(seen) : seen;
  return plainLetters(foldForSearch(address)).trim();
}
