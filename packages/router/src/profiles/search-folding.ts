import { unseen } from '../seen-text.ts';

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
