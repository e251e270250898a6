import { spellingsOf, writtenAddresses } from '@namecard/testing';
import { describe, expect, it } from 'vitest';
import { addressKey, readAddress } from './addresses.ts';
import { readCode } from './access/typed-code.ts';
import { VerifyCodeInput } from './auth/schemas.ts';
import { seenText } from './seen-text.ts';
import { username, usernameKey } from './usernames.ts';

describe('one word', () => {
  it('is one address in each spelling, for sign-in and for moderators', () => {
    const all = spellingsOf('ann+1@example.com');
    expect(all.length).toBeGreaterThan(45);
    for (const typed of all) {
      expect([typed, readAddress(typed)]).toEqual([typed, 'ann+1@example.com']);
    }
  });

  it('is one username in each spelling', () => {
    for (const typed of [...spellingsOf('Ann_1'), '@Ann_1', '\u200b＠Ann_1']) {
      expect([typed, username.parse(typed), usernameKey(typed)]).toEqual([
        typed,
        'Ann_1',
        'ann_1',
      ]);
    }
  });

  it('is one code in each spelling', () => {
    for (const typed of spellingsOf('482913')) {
      expect([typed, readCode(typed)]).toEqual([typed, '482913']);
    }
  });
});

it('counts what is meant, not what stands around it', () => {
  const blank = '\u200b'.repeat(300);
  const email = `${'Ann '.repeat(80)}<${blank}ann@example.com>`;
  const otp = `${'Your code, Ann: '.repeat(20)}${blank}482 913`;
  expect(VerifyCodeInput.parse({ email, otp })).toEqual({
    email: 'ann@example.com',
    otp: '482913',
  });
  expect(username.parse(`${blank} ann`)).toBe('ann');
  expect(
    VerifyCodeInput.safeParse({ email: `${'a'.repeat(243)}@example.com`, otp }).success,
  ).toBe(false);
  expect(username.safeParse('a'.repeat(65)).success).toBe(false);
});

describe('an address', () => {
  it.each(writtenAddresses)('%j is read as %s', (typed, address) => {
    expect(readAddress(typed)).toBe(address);
    expect(readAddress(address)).toBe(address);
    expect(addressKey(typed)).toBe(address.toLowerCase());
  });

  it.each([
    ['two addresses', 'ann@example.com <bob@example.com>'],
    ['two addresses in brackets', '<ann@example.com> <bob@example.com>'],
    ['a second one behind it', '<ann@example.com>, bob@example.com'],
    ['a link with a second one', 'mailto:ann@example.com?cc=bob%40example.com'],
    ['a link with a broken escape', 'mailto:ann%zz@example.com'],
    ['a link with an escaped NUL', 'mailto:ann%00@example.com'],
    ['a link to another', 'ann@example.com <mailto:bob@example.com>'],
    ['a Markdown link to another', '[ann@example.com](mailto:bob@example.com)'],
    ['a second at sign', 'ann@bob@bücher.example'],
    ['a path behind its domain', 'ann@bücher.example/x.example'],
    ['a domain with an escape', 'ann@bücher%2eexample'],
    ['a word behind its domain', 'ann@example.com\u2014see'],
    ['a control character at its end', 'ann@example.com\0'],
    ['a quote that may begin an address', "'ann@example.com"],
    ['a letter of another script', 'аnn@example.com'],
    ['more than 1,000 characters', `ann@example.com${' '.repeat(1_000)}`],
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
    const changed = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .map((text) => ({ text, seen: seenText(text) }))
      .filter(({ text, seen }) => seen !== text);
    expect(changed.length).toBeGreaterThan(1_000);
    const again = changed.filter(({ seen }) => seenText(seen) !== seen);
    expect(again).toEqual([]);
  });
});
