import { describe, expect, it } from 'vitest';
import { findCode, isTypedCode } from './code.ts';

describe('the code in what was pasted', () => {
  it.each([
    ['the short code', ' 123456 ', '123456'],
    ['the long code', 'AB12C-3DE4-F5G6', 'AB12C-3DE4-F5G6'],
    ['a line of the mail', 'Your code is 12345678.', '12345678'],
    ['the long one of two', '123456 is your code, or AB12C-3DE4-F5G6', 'AB12C-3DE4-F5G6'],
  ])('is found in %s', (_, text, code) => {
    expect(findCode(text)).toBe(code);
  });

  it.each([['hello'], ['12345'], ['1234567890'], ['a123456b']])(
    'is not found in %s',
    (text) => {
      expect(findCode(text)).toBeUndefined();
    },
  );
});

it.each([
  ['123456', true],
  ['123 456', true],
  ['12345678', true],
  ['12345', false],
  ['1234-56', false],
  ['AB12C3', false],
])('%s typed may be a whole short code: %s', (text, is) => {
  expect(isTypedCode(text)).toBe(is);
});
