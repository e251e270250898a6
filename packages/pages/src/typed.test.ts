import { describe, expect, it } from 'vitest';
import { typedLink, typedPlace } from './typed.ts';

describe('a link', () => {
  it.each([
    ['website', 'example.com', 'https://example.com'],
    ['website', ' example.com/ann ', 'https://example.com/ann'],
    ['website', 'www.example.co.uk?a=b#c', 'https://www.example.co.uk?a=b#c'],
    ['website', 'example.com:8443/ann', 'https://example.com:8443/ann'],
    ['website', 'bücher.example', 'https://bücher.example'],
    ['x', 'x.com/ann', 'https://x.com/ann'],
    ['x', 'mobile.twitter.com', 'https://mobile.twitter.com'],
    ['x', 'example.com/ann', 'https://example.com/ann'],
    ['x', '@ann', 'https://x.com/ann'],
    ['x', 'Ann_1', 'https://x.com/Ann_1'],
    ['telegram', '@anna', 'https://t.me/anna'],
    ['telegram', 't.me/+abc', 'https://t.me/+abc'],
    ['discord', 'discord.gg/ann', 'https://discord.gg/ann'],
    ['discord', '80351110224678912', 'https://discord.com/users/80351110224678912'],
    ['github', '@ann-m', 'https://github.com/ann-m'],
    ['github', 'github.com/ann', 'https://github.com/ann'],
    ['linkedin', 'ann-mueller-1', 'https://www.linkedin.com/in/ann-mueller-1'],
    ['linkedin', 'linkedin.com/in/ann', 'https://linkedin.com/in/ann'],
    ['mastodon', '@ann@social.example', 'https://social.example/@ann'],
    ['mastodon', 'social.example/@ann', 'https://social.example/@ann'],
    ['bluesky', '@ann.bsky.social', 'https://bsky.app/profile/ann.bsky.social'],
    ['bluesky', 'bsky.app/profile/ann.example', 'https://bsky.app/profile/ann.example'],
    ['instagram', '@ann.m', 'https://www.instagram.com/ann.m'],
    ['youtube', '@ann-m', 'https://www.youtube.com/@ann-m'],
    ['matrix', '@ann:example.org', 'https://matrix.to/#/@ann:example.org'],
    ['signal', 'signal.me/#eu/abc', 'https://signal.me/#eu/abc'],
  ] as const)('for %s is made from %j', (network, typed, link) => {
    expect(typedLink(network, typed)).toBe(link);
  });

  it.each([
    ['website', ''],
    ['website', 'https://example.com/ann'],
    ['website', 'http://example.com'],
    ['website', 'javascript:alert(1)'],
    ['website', 'mailto:ann@example.com'],
    ['website', 'ann@example.com'],
    ['website', '//example.com'],
    ['website', 'localhost:3000'],
    ['website', '@ann'],
    ['website', 'ann'],
    ['website', '3.14'],
    ['website', 'see example.com'],
    ['website', 'example.com, example.org'],
    ['x', 'ann.b'],
    ['x', 'ann.smith'],
    ['x', 'no link'],
    ['x', 'sixteen_letters_'],
    ['telegram', '@ann'],
    ['discord', 'ann'],
    ['mastodon', '@ann'],
    ['matrix', 'ann'],
    ['signal', 'ann.01'],
    ['discord', '@ann'],
  ] as const)('for %s stays as it is: %j', (network, typed) => {
    expect(typedLink(network, typed)).toBe(typed);
  });
});

const place = (latitude: number, longitude: number) => ({ latitude, longitude });

describe('a place', () => {
  it.each([
    ['37.81, -144.96', place(37.81, -144.96)],
    ['37.81,-144.96', place(37.81, -144.96)],
    ['37.81 -144.96', place(37.81, -144.96)],
    ['37.81; −144.96', place(37.81, -144.96)],
    ['37,81; -144,96', place(37.81, -144.96)],
    ['37,81, -144,96', place(37.81, -144.96)],
    ['37,81 144,96', place(37.81, 144.96)],
    ['37.81° S, 144.96° E', place(-37.81, 144.96)],
    ['37,81°N 144,96°w', place(37.81, -144.96)],
    ['-37.81°, 144.96°', place(-37.81, 144.96)],
    ['48, 16', place(48, 16)],
    ['48,2 −16.4', place(48.2, -16.4)],
    ['48.2° S, 16.4 W', place(-48.2, -16.4)],
    ['.5 +16', place(0.5, 16)],
    [' ', null],
  ])('is read from %j', (typed, expected) => {
    expect(typedPlace(typed)).toEqual(expected);
  });

  it.each([
    '48,2',
    '48,16',
    '37,81,-144,96',
    '48.2',
    '16.4° E, 48.2° N',
    '-48.2° S, 16.4° E',
    '48°12′30″ N, 16°22′ E',
    '48.2, 16.4, 170',
    'Vienna, Austria',
    '48.2.1 16.4',
    // It would take minutes to look for numbers in these.
    `1${' '.repeat(600_000)}x`,
    `${'1'.repeat(600_000)}x`,
  ])('is refused if it is not clear: %#', (text) => {
    const typed = typedPlace(text);
    const numbers = [typed?.latitude, typed?.longitude];
    expect(numbers.some((value) => Number.isNaN(value))).toBe(true);
  });
});
