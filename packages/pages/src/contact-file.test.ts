import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactFile } from './contact-file.ts';
import type { Profile } from './api.ts';

const ann: Profile = {
  username: 'ann',
  about: null,
  socials: {},
  location: null,
  hidden: false,
};

const uid = 'https://cards.example/@ann';
const revised = new Date('2026-11-26T23:37:19.123Z');

const fileOf = (changes: Partial<Profile>, address?: string) =>
  contactFile({ ...ann, ...changes }, { address, uid, revised });

/** The lines as they stand in the file, without their breaks. */
const linesOf = (file: string) => file.split('\r\n').slice(0, -1);

/** The lines as an address book reads them (RFC 6350, 3.2). */
const unfolded = (file: string) => linesOf(file.replaceAll('\r\n ', ''));

/** The text of a value as an address book reads it (RFC 6350, 3.4). */
const readText = (value: string) =>
  value.replaceAll(/\\(.)/g, (_, character) => (character === 'n' ? '\n' : character));

const propertyOf = (name: string, file: string) =>
  unfolded(file)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1));

/** What an about text may hold: anything printable, tabs and line breaks. */
const aboutTexts = fc
  .string({ unit: 'binary', maxLength: 400 })
  .map((text) => text.replaceAll(/[^\P{Cc}\n\t]|\p{Cs}/gu, '\n'));

describe('a contact file', () => {
  it('of a whole card says all of it, in order', () => {
    const file = fileOf(
      {
        username: 'Ann_1',
        about: 'Ann Müller, lawyer\nPlays chess',
        socials: { website: 'https://ann.example', x: 'https://x.com/ann' },
        location: { latitude: 48.208174, longitude: -16.373819 },
        hidden: false,
      },
      'https://cards.example/@Ann_1',
    );
    expect(file).toBe(
      [
        'BEGIN:VCARD',
        'VERSION:4.0',
        'KIND:individual',
        String.raw`FN:Ann Müller\, lawyer`,
        String.raw`N:;Ann Müller\, lawyer;;;`,
        'UID:https://cards.example/@ann',
        'REV:20261126T233719Z',
        'NICKNAME:Ann_1',
        'URL;PREF=1:https://cards.example/@Ann_1',
        'URL:https://x.com/ann',
        'URL:https://ann.example/',
        'NOTE:Plays chess',
        'GEO:geo:48.208174,-16.373819',
        'END:VCARD',
        '',
      ].join('\r\n'),
    );
  });

  it('of a card that says nothing has the name alone', () => {
    expect(linesOf(fileOf({}))).toEqual([
      'BEGIN:VCARD',
      'VERSION:4.0',
      'KIND:individual',
      'FN:ann',
      'N:;ann;;;',
      'UID:https://cards.example/@ann',
      'REV:20261126T233719Z',
      'NICKNAME:ann',
      'END:VCARD',
    ]);
  });

  it('has the username if nothing of the first line shows', () => {
    for (const blank of ['', ' ', '\u200b', '\u3164', '\u2800\ufe0f']) {
      const file = fileOf({ username: 'ann', about: `${blank}\nPlays chess` });
      expect(propertyOf('FN', file)).toEqual(['ann']);
      expect(propertyOf('NOTE', file)).toEqual(['Plays chess']);
    }
  });

  it.each([
    [0, 0, 'geo:0,0'],
    [-0, 0, 'geo:0,0'],
    [-90, 180, 'geo:-90,180'],
    [52.520008, 13.404954, 'geo:52.520008,13.404954'],
    [0.1, -0.000001, 'geo:0.1,-0.000001'],
  ])('says where %f, %f is', (latitude, longitude, expected) => {
    expect(propertyOf('GEO', fileOf({ location: { latitude, longitude } }))).toEqual([
      expected,
    ]);
  });

  it('has each link on one line, whatever was typed', () => {
    const website = 'https://ann.example/a\r\nEND:VCARD\nTEL:1?é=ü, b;c\\d';
    const lines = unfolded(fileOf({ socials: { website } }));
    expect(lines).toHaveLength(10);
    expect(lines[8]).toMatch(/^URL:https:\/\/ann\.example\/[!-~]+$/);
  });
});

describe('a text', () => {
  it.each([
    ['one, two; three', String.raw`one\, two\; three`],
    [String.raw`C:\new`, String.raw`C:\\new`],
    ['one\ntwo\n', String.raw`one\ntwo`],
    ['\\\n;', String.raw`\\\n\;`],
    ['TEL:1 "quoted" \ttab', 'TEL:1 "quoted" \ttab'],
  ])('%j is escaped as %j', (about, value) => {
    expect(propertyOf('NOTE', fileOf({ about: `\n${about}` }))).toEqual([value]);
  });

  it('adds no line, and is read as it was typed, whatever it is', () => {
    fc.assert(
      fc.property(aboutTexts, (about) => {
        const lines = unfolded(fileOf({ about: `A name\nText: ${about}` }));
        expect(lines).toHaveLength(10);
        expect(lines[3]).toBe('FN:A name');
        expect(lines[8]?.startsWith('NOTE:')).toBe(true);
        expect(readText(lines[8]?.slice(5) ?? '')).toBe(`Text: ${about}`.trim());
      }),
      { examples: [['x\nEND:VCARD\nBEGIN:VCARD\nTEL:1'], ['\n TEL:1'], ['\\\nTEL:1']] },
    );
  });
});

describe('a line', () => {
  it('has 75 octets at most, and none of its characters is cut', () => {
    fc.assert(
      fc.property(aboutTexts, (about) => {
        const file = fileOf({ about });
        expect(file.endsWith('\r\n')).toBe(true);
        for (const line of linesOf(file)) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
          expect(Buffer.from(line).toString()).toBe(line);
          expect(line).not.toMatch(/[\r\n]/);
        }
      }),
      { examples: [['é'.repeat(200)], ['日'.repeat(200)], ['🙂'.repeat(200)]] },
    );
  });

  it.each([
    ['a', 70, [75]],
    ['a', 71, [75, 2]],
    ['a', 145, [75, 75, 2]],
    ['é', 36, [75, 3]],
    ['🙂', 18, [73, 5]],
  ])(
    'of %s %i times is folded where it is full, and not before',
    (letter, count, sizes) => {
      const lines = linesOf(fileOf({ about: `\n${letter.repeat(count)}` })).slice(8, -1);
      expect(lines.map((line) => Buffer.byteLength(line))).toEqual(sizes);
    },
  );

  it('is folded wherever it stands', () => {
    const website = `https://ann.example/${'a'.repeat(200)}`;
    const file = fileOf({ socials: { website } }, website);
    for (const line of linesOf(file)) expect(line.length).toBeLessThanOrEqual(75);
    expect(propertyOf('URL', file)).toEqual([website]);
    expect(propertyOf('URL;PREF=1', file)).toEqual([website]);
  });
});
