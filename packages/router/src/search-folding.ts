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

/** The same for a text that may be an address, as typed or pasted, or a part of one. */
export function foldWithAddress(text: string): string {
  const seen = seenWord(text);
  return foldForSearch(seen.includes('@') ? readAddress(seen) : seen).trim();
}
