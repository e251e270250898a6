import { z } from 'zod';
import { seenWord, unseen, withBreaks } from './seen-text.ts';

/**
 * Control characters, surrogates and noncharacters. What is not assigned yet is allowed:
 * a person's emoji may be newer than our Unicode.
 */
const unprintable = /[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}]/u;

const unprintableButBreaks = /[^\P{Cc}\n\t]|[\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** PostgreSQL refuses NUL, and would silently change a lone surrogate. */
const unstorable = /[\0\p{Cs}]/u;

// Clients check these patterns of the documents. They list code points, because
// languages have other versions of Unicode's categories, or none. Go's validator reads
// `\u` only before upper case.
const controlCharacters = '\\u0000-\\u001F\\u007F-\\u009F';

/** Texts may have line breaks, those of Word and of old Macs too. */
const controlCharactersButBreaks =
  '\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F';

/**
 * For a character class. Leaves out U+2028 and U+2029: some generators write them
 * raw, and they end a line in JavaScript.
 */
export const hiddenCharacters = `${controlCharacters}\\u00AD\\u061C\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF`;

const without = (characters: string) => `^[^${characters}]*$`;

const codePoints = (value: string) => Array.from(value).length;

type Length = { min?: number; max: number };

/** `characters` is the part of the rule that a pattern can express. */
type Refused = { rule: RegExp; characters?: string };

/** @param read what is meant by what was typed */
function sized(
  { min = 0, max }: Length,
  { rule, characters }: Refused,
  read = (text: string) => text,
) {
  return z
    .string('Must be a string.')
    .overwrite(read)
    .refine((value) => codePoints(value) <= max && codePoints(value) >= min, {
      error:
        min > 0
          ? `Must be ${min} to ${max} characters.`
          : `Must be at most ${max} characters.`,
      abort: true,
    })
    .refine((value) => !rule.test(value), {
      error: 'Must not contain control characters, lone surrogates or noncharacters.',
    })
    .meta({
      ...(min > 0 && { minLength: min }),
      maxLength: max,
      ...(characters !== undefined && { pattern: without(characters) }),
    });
}

/** Counts code points, as readers and JSON Schema do. */
export const line = (length: Length) =>
  sized(length, { rule: unprintable, characters: controlCharacters });

/** Characters that are invisible, blank, or turn the direction of writing. */
const hidden = new RegExp(`[${unseen}\\p{Zl}\\p{Zp}]`, 'u');

/** For text that people compare by eye, or follow. Stored without space around it. */
export const visibleLine = (length: Length) =>
  sized(length, { rule: unprintable }, (text) => text.trim())
    .refine((value) => !hidden.test(value), {
      error:
        'Must not contain invisible characters or ones that change the direction of writing. Remove them; in a link, percent-encode them.',
      abort: true,
    })
    .meta({ pattern: without(hiddenCharacters) });

/** Stored as people see it, so two that look the same are one. */
export const seenLine = (length: Length) =>
  sized(length, { rule: unprintable, characters: controlCharacters }, seenWord);

const shown = new RegExp(`[^\\s\\u0085${unseen}]`, 'u');

/** With one kind of line break. A text that shows nothing is empty. */
const readable = (text: string) => (shown.test(text) ? withBreaks(text) : '');

/** Stored as typed, but for line breaks: forms send CRLF, Word has others. */
export const paragraphs = (length: Length) =>
  sized(
    length,
    { rule: unprintableButBreaks, characters: controlCharactersButBreaks },
    readable,
  );

/** To search for. A text that shows nothing searches for nothing, so it finds all. */
export const searched = (length: Length) =>
  sized(length, { rule: unprintable, characters: controlCharactersButBreaks }, (text) =>
    readable(text).replaceAll(/[\n\t]/g, ' '),
  );

/**
 * Text from a clipboard, with line breaks.
 * @param read takes out what is meant
 */
export const pasted = (length: Length, read?: (text: string) => string) =>
  sized(length, { rule: unstorable }, read);
