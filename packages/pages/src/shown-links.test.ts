import { expect, it } from 'vitest';
import { shownLinks } from './shown-links.ts';

const nameOf = (socials: Parameters<typeof shownLinks>[0]) =>
  shownLinks(socials).map(({ network }) => network);

it.each([
  [{ x: 'https://x.com/ann' }, 'X'],
  [{ x: 'HTTPS://WWW.X.COM./ann' }, 'X'],
  [{ x: 'https://mobile.twitter.com/ann' }, 'X'],
  [{ telegram: 'https://t.me/ann' }, 'Telegram'],
  [{ discord: 'https://discord.gg/ann' }, 'Discord'],
  [{ discord: 'https://ptb.discord.com/ann' }, 'Discord'],
  [{ website: 'https://x.com/ann' }, 'Website'],
])('%j leads to %s', (socials, name) => {
  expect(nameOf(socials)).toEqual([name]);
});

it.each([
  { x: 'https://x.com.evil.example/ann' },
  { x: 'https://evil.example/x.com' },
  { x: 'https://notx.com/ann' },
  { x: 'https://t.me/ann' },
  { telegram: 'https://telegram.me.evil.example' },
  { telegram: 'https://at.me/ann' },
  { discord: 'https://discord.example' },
  { discord: 'https://discord.gg@evil.example' },
  // A Cyrillic letter that looks like an x.
  { x: 'https://х.com/ann' },
])('%j leads elsewhere', (socials) => {
  expect(nameOf(socials)).toEqual([undefined]);
});

it('what is no link to the web is not shown', () => {
  expect(shownLinks({ x: 'javascript:alert(1)', website: '' })).toEqual([]);
});
