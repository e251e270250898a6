import { expect, it } from 'vitest';
import { matchIn } from './match.ts';

const profile = {
  username: 'boost_3',
  about: 'Quick and easy growth with cheap followers',
  socials: { website: 'https://cheap-follow.example/a' },
  referral: 'a newsletter',
  owner: { email: 'ann@example.com', maskedEmail: 'a…@example.com' },
};

it.each([
  ['BOOST', 'ann@example.com'],
  ['cheap followers', 'About: …asy growth with cheap followers'],
  ['-nothing "quick and"', 'About: Quick and easy growth with cheap followers'],
  ['domain:cheap-follow.example', 'Link: https://cheap-follow.example/a'],
  ['newsletter', 'Referral: a newsletter'],
  ['owner:ann@example.com', 'ann@example.com'],
  ['-boost', 'ann@example.com'],
])('says where the text was found: %j', (text, expected) => {
  expect(matchIn(profile, text)).toBe(expected);
});
