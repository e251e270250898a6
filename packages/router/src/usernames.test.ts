import { describe, expect, it } from 'vitest';
import { isReserved, isUsername, username, usernameKey } from './usernames.ts';

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
    'a\nb',
    'ann\0',
    '\u{43a}ate',
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
