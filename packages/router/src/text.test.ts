import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { line, paragraphs, pasted, seenLine, visibleLine } from './text.ts';

const accepts = (schema: ReturnType<typeof line>, value: unknown) =>
  schema.safeParse(value).success;

describe('a line', () => {
  const text = line({ min: 1, max: 3 });

  it.each(['a', 'abc', 'äöü', '🙂🙂🙂', '日本語', ' a ', '👩🏽', '\u{378}', '\u{1facb}'])(
    'accepts %j',
    (value) => {
      expect(accepts(text, value)).toBe(true);
    },
  );

  it.each(['', 'abcd', '🙂🙂🙂🙂', 5, null, undefined, {}, ['a']])(
    'refuses %j',
    (value) => {
      expect(accepts(text, value)).toBe(false);
    },
  );

  it.each([
    ['NUL', 'a\0'],
    ['a line break', 'a\n'],
    ['a tab', '\t'],
    ['DEL', '\u{7f}'],
    ['a C1 control', '\u{85}'],
    ['a lone high surrogate', '\u{d83d}'],
    ['a lone low surrogate', '\u{de42}'],
    ['a noncharacter', '\u{ffff}'],
  ])('refuses %s', (_, value) => {
    expect(accepts(text, value)).toBe(false);
  });

  it('is kept as it was typed', () => {
    expect(text.parse(' Å ')).toBe(' Å ');
  });

  it('has one issue for text that is both too long and unprintable', () => {
    expect(text.safeParse('\0\0\0\0').error?.issues).toHaveLength(1);
  });

  it('may be empty without a minimum length', () => {
    expect(accepts(line({ max: 3 }), '')).toBe(true);
  });
});

describe('a line in which every character shows', () => {
  const text = visibleLine({ max: 40 });

  it.each([
    '',
    'Ann Lee',
    '日本語',
    '👩🏽',
    'Å',
    'https://bücher.example/ä?q=العربية',
    'https://a.example/%E2%80%AE',
  ])('may be %j', (value) => {
    expect(accepts(text, value)).toBe(true);
  });

  it('is kept without the space around it', () => {
    expect(text.parse(' \u{a0}https://a.example/b\r\n')).toBe('https://a.example/b');
    expect(text.parse(' \u{3000}')).toBe('');
  });

  it.each([
    ['a right-to-left override', '\u{202e}'],
    ['an isolate', '\u{2066}'],
    ['a left-to-right mark', '\u{200e}'],
    ['an Arabic letter mark', '\u{61c}'],
    ['a soft hyphen', '\u{ad}'],
    ['a space of no width', '\u{200b}'],
    ['a joiner', '\u{200d}'],
    ['a word joiner', '\u{2060}'],
    ['a byte order mark', '\u{feff}'],
    ['a combining grapheme joiner', '\u{34f}'],
    ['a filler', '\u{3164}'],
    ['a blank of Braille', '\u{2800}'],
    ['a variation selector', '\u{fe0f}'],
    ['a variation selector of the supplement', '\u{e0100}'],
    ['a tag', '\u{e0061}'],
    ['a line separator', '\u{2028}'],
  ])('may not contain %s, and the message says so', (_, hidden) => {
    const result = text.safeParse(`https://example.com/a${hidden}b`);
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      expect.stringContaining('invisible characters'),
    ]);
  });
});

describe('a line that is stored as people see it', () => {
  it.each([
    [' \u{202a}Ａnn\u{202c}\u{200b} ', 'Ann'],
    ['علی\u{200c}رضا', 'علیرضا'],
    ['Ann 👩\u{200d}💻', 'Ann 👩\u{200d}💻'],
    ['\u{3164}', ''],
  ])('of %j is %j', (typed, seen) => {
    expect(seenLine({ max: 40 }).parse(typed)).toBe(seen);
  });

  it.each(['a\vb', '\0', `\u{200b}${'a'.repeat(41)}`])('refuses %j', (typed) => {
    expect(accepts(seenLine({ max: 40 }), typed)).toBe(false);
  });
});

describe('paragraphs', () => {
  const text = paragraphs({ max: 8 });

  it('may hold line breaks, tabs, and emoji newer than our Unicode', () => {
    expect(accepts(text, 'a\n\tb\u{1facb}')).toBe(true);
  });

  it.each([
    ['a\r\nb', 'a\nb'],
    ['a\r\r\n', 'a\n\n'],
    ['a\rb', 'a\nb'],
    [`${'\r\n'.repeat(7)}a`, `${'\n'.repeat(7)}a`],
    ['a\vb\fc\u0085d', 'a\nb\nc\nd'],
    ['a\u2028b\u2029c', 'a\nb\nc'],
    ['\u{3164}', ''],
    [' \u{2800}\u{200b}\n', ''],
    ['\u{115f}\u{fe0f}\u{e0061}', ''],
  ])('have one kind of line break: %j', (given, kept) => {
    expect(text.parse(given)).toBe(kept);
  });

  it.each(['\0', '\u{1b}[1m', '\u{7f}', '\u{d83d}', '\u{ffff}', '\u{3}', '\u{1f}'])(
    'refuse %j',
    (value) => {
      expect(accepts(text, value)).toBe(false);
    },
  );

  it('are counted in code points', () => {
    expect(accepts(text, '🙂'.repeat(8))).toBe(true);
    expect(accepts(text, '🙂'.repeat(9))).toBe(false);
  });
});

describe('the pattern in the document', () => {
  const characters = Array.from({ length: 0x1_1000 }, (_, code) =>
    String.fromCodePoint(code),
  );
  const kinds = {
    line: line({ max: 1 }),
    visibleLine: visibleLine({ max: 1 }),
    seenLine: seenLine({ max: 1 }),
    paragraphs: paragraphs({ max: 1 }),
  };
  const patternOf = (schema: ReturnType<typeof line>) =>
    new RegExp(z.string().parse(schema.meta()?.['pattern']), 'u');

  it.each(Object.entries(kinds))('of %s allows each accepted text', (_, schema) => {
    const pattern = patternOf(schema);
    // The pattern is of what is kept: other breaks become line breaks.
    const taken = characters
      .filter((character) => accepts(schema, character))
      .map((character) => schema.parse(character));
    expect(taken.length).toBeGreaterThan(50_000);
    expect(taken.filter((character) => !pattern.test(character))).toEqual([]);
  });

  it('of paragraphs allows the breaks of Word as they are typed', () => {
    expect('a\vb\fc\u0085d').toMatch(patternOf(kinds.paragraphs));
  });

  it.each(Object.entries(kinds))(
    'of %s refuses each control character that is refused',
    (_, schema) => {
      const pattern = patternOf(schema);
      const refused = characters.filter(
        (character) => /\p{Cc}/u.test(character) && !accepts(schema, character),
      );
      expect(refused).toContain('\0');
      expect(refused.filter((character) => pattern.test(character))).toEqual([]);
    },
  );
});

describe('a pasted text', () => {
  it('may contain anything but NUL and lone surrogates', () => {
    expect(accepts(pasted({ max: 9 }), 'a\r\n\t🙂')).toBe(true);
    expect(accepts(pasted({ max: 9 }), 'a\0')).toBe(false);
    expect(accepts(pasted({ max: 9 }), '\u{d83d}')).toBe(false);
  });
});
