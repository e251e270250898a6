import { describe, expect, it } from 'vitest';
import { foldForSearch } from '../../../search-folding.ts';
import { termsOf } from './terms.ts';

/** Whether the terms match a profile's text, folded as in its column. */
const matches = (text: string, says: string) =>
  termsOf(text).every(
    (term) =>
      term.in === 'text' &&
      new RegExp(term.pattern, 'u').test(foldForSearch(says)) !== term.isExcluded,
  );

const says = [
  'ann_1',
  'cheap followers, crypto (100%)',
  'https://www.garden.example:8080/roses',
  'https://bücher.example',
  'a newsletter',
  'ann@example.com',
].join('\n');

describe('the text of a search', () => {
  it.each([
    'followers cheap',
    '  crypto   ann_1 ',
    '"cheap followers"',
    '“cheap followers”',
    '„cheap followers“',
    '«cheap followers»',
    '"cheap foll',
    'crypto -casino',
    'crypto -"followers cheap"',
    'crypto an',
    '100%',
    '(100%)',
    'domain:garden.example',
    'Domain:WWW.garden.example',
    'domain:bücher.example',
    'domain:xn--bcher-kva.example',
    'owner:ann@example.com',
    'owner:@example.com -owner:@example.org',
    'https://www.garden',
  ])('%j finds matching text', (text) => {
    expect(matches(text, says)).toBe(true);
  });

  it.each([
    'followers casino',
    '"followers cheap"',
    'crypto -cheap',
    '-"cheap followers"',
    'crypto -domain:garden.example',
    'domain:arden.example',
    'domain:garden',
    'domain:www.garden.exampl',
    'owner:nn@example.com',
    'owner:ann@example',
    'owner:@example',
    'c.ypto',
    'crypto.',
  ])('%j does not find other text', (text) => {
    expect(matches(text, says)).toBe(false);
  });

  it('finds letters of another script that look the same', () => {
    expect(matches('paypal', 'pаypаl')).toBe(true);
    expect(matches('PayPal', 'рауρаӏ')).toBe(true);
    expect(matches('pаypal', 'paypal')).toBe(false);
    expect(matches('groß', 'grоѕѕ')).toBe(true);
    expect(matches('æg', 'Æg')).toBe(true);
  });

  it.each(['a', 'An', 'a.', '_', '-', 'a -crypto'])('%j begins the username', (text) => {
    expect(termsOf(text)[0]).toEqual({
      in: 'username',
      prefix: text.toLowerCase().slice(0, 2).trim(),
    });
  });

  it.each(['"', 'owner:', '日本', 'a crypto', '-a'])(
    '%j is looked for anywhere',
    (text) => {
      expect(termsOf(text).map((term) => term.in)).not.toContain('username');
    },
  );

  it.each(['', ' ', '""', '-""', '“”', '\u{200b}', '-\u{301}', 'domain:\u{3164}'])(
    '%j has no terms',
    (text) => {
      expect(termsOf(text)).toEqual([]);
    },
  );
});
