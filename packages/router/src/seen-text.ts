// The packed client ships this file to browsers, so it must not import anything.

/** React Native's Hermes may lack categories. Then only `known` is matched. */
export function category(pattern: string, known: string): RegExp {
  try {
    return new RegExp(pattern, 'gu');
  } catch {
    return new RegExp(known, 'g');
  }
}

/**
 * Characters that show nothing, for a character class. U+2800 is a blank pattern of
 * Braille. Blank letters of Hangul are ignorable.
 */
export const unseen = '\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800';

const symbol = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]';

const joiner = '\u200d';

/** Joiners stay between two symbols that they make one emoji of. */
const invisible = category(
  `(${symbol})\\ufe0f?${joiner}(?=${symbol})|[${unseen}]`,
  '[\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0]',
);

/** Most texts are like this. They show what they hold. */
const isPlain = (text: string) => /^[\n -~]*$/.test(text);

/**
 * What people see of a text: one spelling (NFKC), without characters that show
 * nothing. Texts that look the same are the same in it. It may be 18 times as long
 * (U+FDFA).
 */
export const seenText = (text: string): string =>
  isPlain(text)
    ? text
    : text
        .normalize('NFKC')
        .replace(invisible, (_, before?: string) =>
          before === undefined ? '' : before + joiner,
        )
        // A mark may now stand beside its letter.
        .normalize('NFKC');

/** Breaks of Word and PowerPoint (U+000B), pages (U+000C), mainframes and old Macs. */
const breaks = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

export const withBreaks = (text: string): string => text.replace(breaks, '\n');

/**
 * What people see of a name, a code or an address, without space around it. Longer
 * texts are none, and stay as they are.
 */
export const seenWord = (text: string): string =>
  text.length > 1000 ? text : seenText(withBreaks(text)).trim();
