/** The long code of a mail: 13 characters in three groups. */
const longCode = /(?<![\w-])[0-9A-Z]{4,5}(?:-[0-9A-Z]{4,5}){2}(?![\w-])/i;

const shortCode = /(?<![\w-])\d{6,8}(?![\w-])/;

const wholeCode = /^(?:\d{6,8}|[0-9A-Z]{13})$/i;

/**
 * The code in whatever was copied from the mail: the code itself, its line, the whole mail. Of two codes the long one: it
 * works where the short one is rejected.
 */
export function findCode(text: string): string | undefined {
  const bare = text.replace(/[\s-]/g, '');
  if (wholeCode.test(bare)) {
    return text.trim();
  }
  return text.match(longCode)?.[0] ?? text.match(shortCode)?.[0];
}

/** Whether the text may be a whole short code: as many digits, with spaces between them or not. */
export const isTypedCode = (text: string): boolean =>
  /^\d{6,8}$/.test(text.replace(/\s/g, ''));
