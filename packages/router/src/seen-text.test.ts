import { describe, expect, it } from 'vitest';
import { addressKey, readAddress } from './addresses.ts';
import { readCode } from './access/typed-code.ts';
import { seenText } from './seen-text.ts';
import { username, usernameKey } from './usernames.ts';

/** Characters that show nothing, of every kind. */
const unseen = [
  '\u00ad\u034f\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200c\u200d\u200e\u200f',
  '\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2064\u2066\u2069\u206f\u2800\u3164',
  '\ufe00\ufe0f\ufeff\uffa0\ufff9\u{1bca0}\u{1d173}\u{e0001}\u{e0061}\u{e007f}\u{e0100}',
].flatMap((characters) => Array.from(characters));

const wide = (text: string) =>
  Array.from(text, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0),
  ).join('');

/** More than 40 ways in which one word arrives by hand, by a clipboard or an attack. */
const spellings = (word: string) => [
  word,
  wide(word),
  ` ${word}\u00a0`,
  `\t${word}\u3000`,
  `${word}\v`,
  `\f${word}`,
  `${word}\u0085`,
  `\u2028${word}\u2029`,
  `\r\n${word}\r`,
  ...unseen.map((mark) => `${mark}${word.slice(0, 2)}${mark}${word.slice(2)}${mark}`),
];

describe('one word', () => {
  it('is one address in each spelling, for sign-in and for moderators', () => {
    const all = spellings('ann+1@example.com');
    expect(all.length).toBeGreaterThan(45);
    for (const typed of all) {
      expect([typed, readAddress(typed)]).toEqual([typed, 'ann+1@example.com']);
    }
  });

  it('is one username in each spelling', () => {
    for (const typed of spellings('Ann_1')) {
      expect([typed, username.parse(typed), usernameKey(typed)]).toEqual([
        typed,
        'Ann_1',
        'ann_1',
      ]);
    }
  });

  it('is one code in each spelling', () => {
    for (const typed of spellings('482913')) {
      expect([typed, readCode(typed)]).toEqual([typed, '482913']);
    }
  });
});

describe('an address', () => {
  it.each([
    ['mailto:ann@example.com', 'ann@example.com'],
    ['Ann Example <ann@example.com>', 'ann@example.com'],
    ['"Example, Ann" <MAILTO:Ann@example.com>', 'Ann@example.com'],
    ['< ann@example.com >', 'ann@example.com'],
    ['アン＜ann＠example．com＞', 'ann@example.com'],
    ['ann@bücher.example', 'ann@xn--bcher-kva.example'],
    ['ann@BÜCHER。example', 'ann@xn--bcher-kva.example'],
    ['ann@bu\u0308cher.example', 'ann@xn--bcher-kva.example'],
    ['\u212aim@example.com', 'Kim@example.com'],
  ])('%j is read as %s', (typed, address) => {
    expect(readAddress(typed)).toBe(address);
    expect(readAddress(address)).toBe(address);
    expect(addressKey(typed)).toBe(address.toLowerCase());
  });

  it.each([
    ['two addresses', 'ann@example.com <bob@example.com>'],
    ['two addresses in brackets', '<ann@example.com> <bob@example.com>'],
    ['a second one behind it', '<ann@example.com>, bob@example.com'],
    ['a second at sign', 'ann@bob@bücher.example'],
    ['a path behind its domain', 'ann@bücher.example/x.example'],
    ['a domain with an escape', 'ann@bücher%2eexample'],
    ['a letter of another script', 'аnn@example.com'],
  ])('stays none with %s', (_, typed) => {
    expect(readAddress(typed)).toBe(typed);
  });
});

describe('what people see', () => {
  it.each(['👩‍💻', '👩🏽‍🚀', '👨‍👩‍👧', '\u{378}', 'a\nb', 'Zürich'])(
    'of %j is all of it',
    (text) => {
      expect(seenText(text)).toBe(text);
    },
  );

  it('has no joiner that joins nothing', () => {
    expect(seenText('👩\u200dx\u200d💻')).toBe('👩x💻');
  });

  it('does not change when it is looked at again', () => {
    const all = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => seenText(String.fromCodePoint(point)));
    expect(all.filter((seen) => seenText(seen) !== seen)).toEqual([]);
  });
});
