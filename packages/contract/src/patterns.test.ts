import { expect, it } from 'vitest';
import { readWhole } from './committed.ts';
import { type Json, readDocument } from './document.ts';

/** All regular expressions in the document. */
function patternsIn(json: Json): string[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    key === 'pattern' && typeof value === 'string' ? [value] : patternsIn(value),
  );
}

/**
 * Line ends, quotes, and characters that end a regular expression or a part of
 * it.
 */
const endsLiteral = /[\n\r\u2028\u2029'"`/\\\]]/;

const { json } = readDocument(await readWhole());

it('patterns survive a generator that writes the characters in place of their escapes', () => {
  const escapes = patternsIn(json).flatMap(
    (pattern) => pattern.match(/\\u[\da-f]{4}/gi) ?? [],
  );
  expect(escapes).toContain('\\u0000');
  const ending = escapes.filter((escape) =>
    endsLiteral.test(String.fromCodePoint(Number.parseInt(escape.slice(2), 16))),
  );
  expect(ending).toEqual([]);
});

it('patterns have nothing that Go reads in another way or not at all', () => {
  const all = patternsIn(json);
  expect(all.filter((pattern) => /\(\?[^:]|\\u(?![\dA-F]{4})/.test(pattern))).toEqual([]);
});
