import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  isoInstant,
  isReserved,
  isUsername,
  line,
  paragraphs,
  pasted,
  username,
  usernameKey,
  visibleLine,
} from './text.ts';

const accepts = (schema: ReturnType<typeof line>, value: unknown) =>
  schema.safeParse(value).success;

describe('a line', () => {
  const text = line({ min: 1, max: 3 });

  it.each(['a', 'abc', 'äöü', '🙂🙂🙂', '日本語', ' a ', '👩🏽'])('accepts %j', (value) => {
    expect(accepts(text, value)).toBe(true);
  });

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
    ['an unassigned code point', '\u{378}'],
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

describe('paragraphs', () => {
  const text = paragraphs({ max: 8 });

  it('may hold line breaks and tabs', () => {
    expect(accepts(text, 'a\n\tb')).toBe(true);
  });

  it.each([
    ['a\r\nb', 'a\nb'],
    ['\r\r\n', '\n\n'],
    ['a\rb', 'a\nb'],
    ['\r\n'.repeat(8), '\n'.repeat(8)],
  ])('have one kind of line break: %j', (given, kept) => {
    expect(text.parse(given)).toBe(kept);
  });

  it.each(['\0', '\u{1b}[1m', '\u{7f}', '\u{d83d}', '\u{378}'])('refuse %j', (value) => {
    expect(accepts(text, value)).toBe(false);
  });

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
    paragraphs: paragraphs({ max: 1 }),
  };
  const patternOf = (schema: ReturnType<typeof line>) =>
    new RegExp(z.string().parse(schema.meta()?.['pattern']), 'u');

  it.each(Object.entries(kinds))('of %s allows each accepted text', (_, schema) => {
    const pattern = patternOf(schema);
    const taken = characters.filter((character) => accepts(schema, character));
    expect(taken.length).toBeGreaterThan(50_000);
    expect(taken.filter((character) => !pattern.test(character))).toEqual([]);
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

describe('a username', () => {
  it.each(['a', 'A', '0', '_', '-', 'ann', 'a.b', 'a..b', 'x'.repeat(64), 'Ann_B-9.z'])(
    'may be %j',
    (value) => {
      expect(isUsername(value)).toBe(true);
      expect(username.parse(value)).toBe(value);
    },
  );

  it.each([
    '',
    '.',
    '.a',
    'a.',
    'a b',
    'a/b',
    'a%62',
    'änn',
    'a\n',
    'ann\0',
    '\u{212a}ate',
    'x'.repeat(65),
  ])('may not be %j', (value) => {
    expect(isUsername(value)).toBe(false);
    expect(username.safeParse(value).success).toBe(false);
  });

  it('is compared in lower case', () => {
    expect(usernameKey('Ann_B-9.Z')).toBe('ann_b-9.z');
  });

  it.each([
    'me',
    'mine',
    'new',
    'walk',
    'search',
    'admin',
    'api',
    'ME',
    'Admin',
    'administrator',
    'Root',
    'support',
    'help',
    'null',
    'undefined',
    'auth',
    'openapi',
    'profiles',
    'users',
    'NameCard',
    'moderator',
    'security',
    'postmaster',
    'no-reply',
    'deleted',
    'everyone',
  ])('is reserved when it is %j', (value) => {
    expect(isReserved(value, 'Chess')).toBe(true);
  });

  it('is not reserved for holding a reserved word', () => {
    expect(isReserved('me2', 'Chess')).toBe(false);
    expect(isReserved('constructor', 'Chess')).toBe(false);
  });

  it.each([
    [
      'Chess Club',
      ['chessclub', 'ChessClub', 'CHESSCLUB-team', 'chessclub_', 'chessclub.x'],
    ],
    ['My-Club', ['my-club', 'my-club-help', 'myclub', 'myclub.help']],
    ['Café Müller!', ['cafemuller', 'cafemuller-1']],
    ['Ｓｐａß', ['spass', 'spass_team']],
    ['X', ['x', 'x-team']],
    ['7 Days', ['7days', '7days.help']],
  ])('is reserved if it begins with the product’s name %j', (product, names) => {
    expect(names.filter((name) => !isReserved(name, product))).toEqual([]);
  });

  it.each([
    ['Chess Club', ['chessclubs', 'chessclub2', 'mychessclub', 'chess', 'xchessclub-a']],
    ['Клуб 12', ['12', '12-team', '-a', '_']],
    ['12 ★', ['123', '1', '-12']],
    ['★', ['a', '-a', '_', '0']],
    ['Smørrebrød', ['smrrebrd', 'smorrebrod']],
  ])('is not reserved for being like the product’s name %j', (product, names) => {
    expect(names.filter((name) => isReserved(name, product))).toEqual([]);
  });
});

describe('a pasted text', () => {
  it('may contain anything but NUL and lone surrogates', () => {
    expect(accepts(pasted({ max: 9 }), 'a\r\n\t🙂')).toBe(true);
    expect(accepts(pasted({ max: 9 }), 'a\0')).toBe(false);
    expect(accepts(pasted({ max: 9 }), '\u{d83d}')).toBe(false);
  });
});

describe('an instant', () => {
  it.each([
    ['2026-03-01 12:00:00+00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01 12:00:00.5+00', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01 12:00:00.123456+00', '2026-03-01T12:00:00.123Z'],
    ['2026-03-01 12:00:00.999999+00', '2026-03-01T12:00:00.999Z'],
  ])('%s is written as %s', (stamp, expected) => {
    expect(isoInstant(stamp)).toBe(expected);
  });
});
