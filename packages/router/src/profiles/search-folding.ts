/** Marks on letters, and characters that show nothing. */
const ignored = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

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
