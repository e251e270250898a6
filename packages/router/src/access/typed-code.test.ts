import { describe, expect, it } from 'vitest';
import { findCode, readCode, readGuess } from './typed-code.ts';

/** Every character of a category, in Unicode's order. */
const charactersOf = (category: RegExp) =>
  Array.from({ length: 0x110000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) => category.test(character));

const digitsOfAllScripts = charactersOf(/^\p{Nd}$/u);

describe('a guess', () => {
  it.each([
    ['482913', 'short', '482913'],
    [' 482 913 ', 'short', '482913'],
    ['48-29-13', 'short', '482913'],
    ['“482.913”.', 'short', '482913'],
    ['Your code: 482 913', 'short', '482913'],
    // With these words it has as many characters as a long code.
    ['Ihr Code: 482 913', 'short', '482913'],
    ['l82oI3', 'short', '182013'],
    ['AB3D-9K2M-7QRST', 'long', 'AB3D9K2M7QRST'],
    ['ab3d 9k2m 7qrst', 'long', 'AB3D9K2M7QRST'],
    ['ilo0000000000', 'long', '1100000000000'],
    ['0000000000000', 'long', '0000000000000'],
  ])('reads %j as a %s code', (typed, kind, code) => {
    expect(readGuess(typed)).toEqual({ kind, code });
  });

  it.each([
    '',
    '12345',
    '1234567',
    'abcdef',
    'ABCD-EFGH-UUUUU',
    '²³⁴',
    '12.34.5',
    'ОО1234',
    '12345678901234',
  ])('is no code when it is %j', (typed) => {
    expect(readGuess(typed)).toBeUndefined();
  });
});

describe('a digit', () => {
  it('is read in every script that Unicode has, ten by ten', () => {
    const read = digitsOfAllScripts.map((digit) => readCode(digit)).join('');
    expect(digitsOfAllScripts.length).toBeGreaterThanOrEqual(770);
    expect(read).toBe('0123456789'.repeat(digitsOfAllScripts.length / 10));
  });

  it('has the value that its language gives it', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').map((system) => ({
      system,
      digits: Array.from({ length: 10 }, (_, value) =>
        new Intl.NumberFormat('en', { numberingSystem: system }).format(value),
      ).join(''),
    }));
    const decimal = systems.filter(({ digits }) => /^\p{Nd}{10}$/u.test(digits));
    expect(decimal.length).toBeGreaterThan(50);
    for (const { system, digits } of decimal) {
      expect([system, readCode(digits)]).toEqual([system, '0123456789']);
    }
  });
});

describe('text that is copied with a code', () => {
  const marks = [
    ...charactersOf(/^\p{Cf}$/u),
    ...charactersOf(/^\p{P}$/u),
    ...charactersOf(/^\s$/u),
    ...charactersOf(/^\p{Me}$/u),
  ];

  it('does not matter before it, within it or behind it: format characters, punctuation, spaces, enclosing marks', () => {
    expect(marks.length).toBeGreaterThan(200);
    for (const mark of marks) {
      const typed = `${mark}482${mark}913${mark}`;
      expect([mark.codePointAt(0), readCode(typed)]).toEqual([
        mark.codePointAt(0),
        '482913',
      ]);
    }
  });

  it.each([
    ['a zero-width space', '\u200b482913', '482913'],
    ['a word joiner', '482\u2060913', '482913'],
    ['a left-to-right mark', '\u200e482913\u200e', '482913'],
    ['soft hyphens', '4\u00ad82\u00ad913', '482913'],
    ['non-breaking hyphens', 'AB3D\u20119K2M\u20117QRST', 'AB3D9K2M7QRST'],
    ['fullwidth characters', 'ＡＢ３Ｄ－９Ｋ２Ｍ－７ｑｒｓｔ', 'AB3D9K2M7QRST'],
    ['mathematical digits', '𝟒𝟖𝟐𝟗𝟏𝟑', '482913'],
    ['Arabic digits', '٤٨٢٩١٣', '482913'],
    ['digits of two scripts', '४८२９１３', '482913'],
  ])('is left out or read: %s', (_, typed, code) => {
    expect(readCode(typed)).toBe(code);
  });
});

describe('the code in a pasted text', () => {
  it.each([
    ['the short code', ' 123456 ', '123456'],
    ['the long code', 'AB12C-3DE4-F5G6', 'AB12C3DE4F5G6'],
    ['a line of the mail', 'Your code is 123456.', '123456'],
    ['the long one of two', '123456 is your code, or AB12C-3DE4-F5G6', 'AB12C3DE4F5G6'],
    ['a line in fullwidth', '認証コード：１２３４５６。', '123456'],
    ['a line with marks', 'Code:\u00a0\u200e123\u2060456\u200e.', '123456'],
    ['a line with other dashes', 'or AB12C\u20113DE4\u2011F5G6.', 'AB12C3DE4F5G6'],
    ['a line with a group of three', 'Your code is 123 456.', '123456'],
    ['a line with a dotted group', 'Your code: 123.456.', '123456'],
    ['a line with a group behind dots', 'Code...123·456', '123456'],
    ['a line after a number with dashes', '0800-1234-5678: 123456', '123456'],
    ['a long one that was wrapped', 'or AB12C-3DE4-\nF5G6.', 'AB12C3DE4F5G6'],
    ['a line with keycaps', 'Code: 1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣', '123456'],
    ['a line of Persian', 'کد شما ۱۲۳۴۵۶ است', '123456'],
  ])('is found in %s', (_, text, code) => {
    expect(findCode(text)).toBe(code);
  });

  it.each([
    ['hello'],
    ['12345'],
    ['1234567890'],
    ['a123456b'],
    ['€ 12.345.678,90'],
    ['123.456,78'],
    ['It is self-contained.'],
    [`482913${' '.repeat(2_000)}`],
    ['482\u0000913'],
  ])('is not found in %s', (text) => {
    expect(findCode(text)).toBeUndefined();
  });
});
